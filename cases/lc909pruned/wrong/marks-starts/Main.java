// Wrong: marks the start of a jump as seen like a square it stood on, so one hides the other.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;

public class Main {
    public static void main(String[] args) throws IOException {
        var in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        boolean bracketed = in.nextToken() == '[';
        List<Integer> cells = new ArrayList<>();
        for (; in.ttype != StreamTokenizer.TT_EOF; in.nextToken()) {
            if (in.ttype == StreamTokenizer.TT_NUMBER) {
                cells.add((int) in.nval);
            }
        }
        int n = bracketed ? (int) Math.sqrt(cells.size()) : cells.remove(0);
        System.out.println(leastRolls(n * n, jumps(n, cells)));
    }

    /** The jump of each square 1..n*n; -1 where there is none. */
    private static List<Integer> jumps(int n, List<Integer> cells) {
        List<Integer> jumps = new ArrayList<>(List.of(-1));
        for (int height = 0; height < n; height++) {
            List<Integer> row = cells.subList((n - 1 - height) * n, (n - height) * n);
            if (height % 2 == 1) {
                Collections.reverse(row);
            }
            jumps.addAll(row);
        }
        return jumps;
    }

    private static int leastRolls(int goal, List<Integer> jumps) {
        boolean[] seen = new boolean[goal + 1];
        int[] rolls = new int[goal + 1];
        Queue<Integer> queue = new ArrayDeque<>(List.of(1));
        seen[1] = true;
        while (!queue.isEmpty()) {
            int square = queue.remove();
            if (square == goal) {
                return rolls[square];
            }
            for (int next = square + 1; next <= Math.min(square + 6, goal); next++) {
                if (seen[next]) {
                    continue;
                }
                seen[next] = true;
                int to = jumps.get(next) > 0 ? jumps.get(next) : next;
                if (to == next || !seen[to]) {
                    seen[to] = true;
                    rolls[to] = rolls[square] + 1;
                    queue.add(to);
                }
            }
        }
        return -1;
    }
}
