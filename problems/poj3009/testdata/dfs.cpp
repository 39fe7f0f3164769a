// The plain depth-first search that main.go is measured against: it moves the stone square
// by square, tries all four directions, and goes no deeper than the best answer so far.
// Input and output are those of main.go; the input has to be well-formed.
#include <cstdio>

static const int kMaxSide = 20, kMaxMoves = 10;
static const int kDx[4] = {1, -1, 0, 0}, kDy[4] = {0, 0, 1, -1};

static int width, height, best;
static int cell[kMaxSide][kMaxSide];

static bool inside(int x, int y) { return x >= 0 && x < width && y >= 0 && y < height; }

static void search(int x, int y, int made) {
    if (made + 1 >= best) return;
    for (int d = 0; d < 4; d++) {
        int nx = x + kDx[d], ny = y + kDy[d];
        if (!inside(nx, ny) || cell[ny][nx] == 1) continue;
        while (inside(nx, ny) && cell[ny][nx] != 1 && cell[ny][nx] != 3) {
            nx += kDx[d];
            ny += kDy[d];
        }
        if (!inside(nx, ny)) continue;
        if (cell[ny][nx] == 3) {
            best = made + 1;
            return;
        }
        cell[ny][nx] = 0;
        search(nx - kDx[d], ny - kDy[d], made + 1);
        cell[ny][nx] = 1;
    }
}

int main() {
    while (scanf("%d %d", &width, &height) == 2 && width != 0) {
        int startX = 0, startY = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                if (scanf("%d", &cell[y][x]) != 1) return 1;
                if (cell[y][x] == 2) startX = x, startY = y;
            }
        }
        best = kMaxMoves + 1;
        search(startX, startY, 0);
        printf("%d\n", best <= kMaxMoves ? best : -1);
    }
}
