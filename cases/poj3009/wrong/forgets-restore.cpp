// Wrong: a block that one line of play took away stays away in all that are tried after it.
#include <cstdio>

static const int max_moves = 10;
enum { free_cell, block, start, goal, edge };
static int board[22][22];  // with a rim of edge cells

// The fewest moves to the goal from (y, x) if below best, else best.
static int search(int y, int x, int moves, int best) {
    static const int dy[] = {-1, 0, 1, 0}, dx[] = {0, 1, 0, -1};
    if (moves + 1 >= best) return best;
    for (int d = 0; d < 4; d++) {
        int ny = y, nx = x;
        do {
            ny += dy[d];
            nx += dx[d];
        } while (board[ny][nx] == free_cell || board[ny][nx] == start);
        if (board[ny][nx] == goal) return moves + 1;
        bool slid = ny - dy[d] != y || nx - dx[d] != x;
        if (board[ny][nx] == block && slid) {
            board[ny][nx] = free_cell;
            best = search(ny - dy[d], nx - dx[d], moves + 1, best);
        }
    }
    return best;
}

int main() {
    int w, h;
    while (std::scanf("%d %d", &w, &h) == 2 && w != 0) {
        int start_y = 0, start_x = 0;
        for (auto& row : board)
            for (int& cell : row) cell = edge;
        for (int y = 1; y <= h; y++) {
            for (int x = 1; x <= w; x++) {
                std::scanf("%d", &board[y][x]);
                if (board[y][x] == start) start_y = y, start_x = x;
            }
        }
        int best = search(start_y, start_x, 0, max_moves + 1);
        std::printf("%d\n", best > max_moves ? -1 : best);
    }
}
