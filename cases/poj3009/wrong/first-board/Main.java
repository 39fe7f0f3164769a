// Wrong: reads one board and leaves the others.
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StreamTokenizer;

public class Main {
    private static final int MAX_MOVES = 10;
    private static final int FREE = 0;
    private static final int BLOCK = 1;
    private static final int START = 2;
    private static final int GOAL = 3;
    private static final int[][] DIRECTIONS = {{-1, 0}, {0, 1}, {1, 0}, {0, -1}};

    private final int[][] board;

    private Main(int[][] board) {
        this.board = board;
    }

    public static void main(String[] args) throws IOException {
        var in = new StreamTokenizer(new BufferedReader(new InputStreamReader(System.in)));
        int w = nextInt(in);
        int h = nextInt(in);
        if (w == 0) {
            return;
        }
        int[][] board = new int[h][w];
        int startY = 0;
        int startX = 0;
        for (int y = 0; y < h; y++) {
            for (int x = 0; x < w; x++) {
                board[y][x] = nextInt(in);
                if (board[y][x] == START) {
                    startY = y;
                    startX = x;
                }
            }
        }
        int best = new Main(board).search(startY, startX, 0, MAX_MOVES + 1);
        System.out.println(best > MAX_MOVES ? -1 : best);
    }

    private static int nextInt(StreamTokenizer in) throws IOException {
        in.nextToken();
        return (int) in.nval;
    }

    /** The fewest moves to the goal from (y, x) if below best, else best. */
    private int search(int y, int x, int moves, int best) {
        if (moves + 1 >= best) {
            return best;
        }
        for (int[] direction : DIRECTIONS) {
            int ny = y + direction[0];
            int nx = x + direction[1];
            while (onBoard(ny, nx) && (board[ny][nx] == FREE || board[ny][nx] == START)) {
                ny += direction[0];
                nx += direction[1];
            }
            if (!onBoard(ny, nx)) {
                continue;
            }
            if (board[ny][nx] == GOAL) {
                return moves + 1;
            }
            int stopY = ny - direction[0];
            int stopX = nx - direction[1];
            if (stopY != y || stopX != x) {
                board[ny][nx] = FREE;
                best = search(stopY, stopX, moves + 1, best);
                board[ny][nx] = BLOCK;
            }
        }
        return best;
    }

    private boolean onBoard(int y, int x) {
        return y >= 0 && y < board.length && x >= 0 && x < board[0].length;
    }
}
