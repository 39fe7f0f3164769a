// Wrong: does not compile; main neither catches nor declares the IOException of readAllBytes.
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Queue;

public class Main {
    public static void main(String[] args) {
        String text = new String(System.in.readAllBytes());
        String[] words = text.trim().split("\\s+");
        int[] cells = Arrays.stream(words).mapToInt(Integer::parseInt).toArray();
        int n = cells[0];
        int goal = n * n;
        int[] rolls = new int[goal + 1];
        Arrays.fill(rolls, -1);
        rolls[1] = 0;
        Queue<Integer> queue = new ArrayDeque<>();
        queue.add(1);
        while (!queue.isEmpty()) {
            int square = queue.remove();
            for (int next = square + 1; next <= Math.min(square + 6, goal); next++) {
                int to = jump(n, cells, next);
                if (rolls[to] < 0) {
                    rolls[to] = rolls[square] + 1;
                    queue.add(to);
                }
            }
        }
        System.out.println(rolls[goal]);
    }

    private static int jump(int n, int[] cells, int square) {
        int height = (square - 1) / n;
        int column = (square - 1) % n;
        if (height % 2 == 1) {
            column = n - 1 - column;
        }
        int to = cells[1 + (n - 1 - height) * n + column];
        return to > 0 ? to : square;
    }
}
