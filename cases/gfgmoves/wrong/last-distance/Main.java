// Wrong: prints the throws to the last cell reached where the last cell of all cannot be reached.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;
import java.util.ArrayDeque;
import java.util.Queue;

public class Main {
    public static void main(String[] args) throws IOException {
        var in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        in.nextToken();
        int[] jumps = new int[(int) in.nval];
        for (int cell = 0; cell < jumps.length; cell++) {
            in.nextToken();
            jumps[cell] = (int) in.nval;
        }
        System.out.println(fewestThrows(jumps));
    }

    private static int fewestThrows(int[] jumps) {
        int[] throwsTo = new int[jumps.length];
        boolean[] seen = new boolean[jumps.length];
        Queue<Integer> queue = new ArrayDeque<>();
        seen[0] = true;
        queue.add(0);
        int last = 0;
        while (!queue.isEmpty()) {
            last = queue.remove();
            if (last == jumps.length - 1) {
                break;
            }
            for (int next = last + 1; next <= Math.min(last + 6, jumps.length - 1); next++) {
                int to = jumps[next] >= 0 ? jumps[next] : next;
                if (!seen[to]) {
                    seen[to] = true;
                    throwsTo[to] = throwsTo[last] + 1;
                    queue.add(to);
                }
            }
        }
        return throwsTo[last];
    }
}
