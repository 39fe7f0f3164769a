// Wrong: does not know that a board of no size ends the input and answers for it without end.
#include <stdio.h>

enum { FREE, BLOCK, START, GOAL, EDGE, MAX_MOVES = 10 };
static int board[22][22]; // with a rim of edge cells

// The fewest moves to the goal from (y, x) if below best, else best.
static int search(int y, int x, int moves, int best) {
    static const int dy[] = {-1, 0, 1, 0}, dx[] = {0, 1, 0, -1};
    if (moves + 1 >= best)
        return best;
    for (int d = 0; d < 4; d++) {
        int ny = y + dy[d], nx = x + dx[d];
        while (board[ny][nx] == FREE || board[ny][nx] == START) {
            ny += dy[d];
            nx += dx[d];
        }
        if (board[ny][nx] == GOAL)
            return moves + 1;
        int stop_y = ny - dy[d], stop_x = nx - dx[d];
        if (board[ny][nx] == BLOCK && (stop_y != y || stop_x != x)) {
            board[ny][nx] = FREE;
            best = search(stop_y, stop_x, moves + 1, best);
            board[ny][nx] = BLOCK;
        }
    }
    return best;
}

int main(void) {
    for (;;) {
        int w = 0, h = 0, start_y = 1, start_x = 1;
        scanf("%d %d", &w, &h);
        for (int y = 0; y < 22; y++)
            for (int x = 0; x < 22; x++)
                board[y][x] = EDGE;
        for (int y = 1; y <= h; y++) {
            for (int x = 1; x <= w; x++) {
                scanf("%d", &board[y][x]);
                if (board[y][x] == START)
                    start_y = y, start_x = x;
            }
        }
        int best = search(start_y, start_x, 0, MAX_MOVES + 1);
        printf("%d\n", best > MAX_MOVES ? -1 : best);
    }
}
