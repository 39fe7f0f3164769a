// Wrong: of each window it keeps only the square farthest on, and no other jump in it.
#include <stdio.h>
#include <stdlib.h>

static int *cells, count;

static void read_cells(void) {
    int size = 1 << 10;
    cells = malloc(size * sizeof *cells);
    for (;;) {
        scanf("%*[^-0123456789]");
        if (scanf("%d", &cells[count]) != 1)
            return;
        if (++count == size)
            cells = realloc(cells, (size *= 2) * sizeof *cells);
    }
}

static int jump_of(int n, int square) {
    int height = (square - 1) / n, column = (square - 1) % n;
    if (height % 2 == 1)
        column = n - 1 - column;
    return cells[(n - 1 - height) * n + column];
}

int main(void) {
    scanf(" ");
    int bracketed = ungetc(getchar(), stdin) == '[', n = 0;
    read_cells();
    if (bracketed)
        while (n * n < count)
            n++;
    else
        n = *cells++;

    int goal = n * n, square = 1, rolls = 0;
    char *seen = calloc(goal + 1, 1);
    while (square != goal && !seen[square]) {
        seen[square] = 1;
        int farthest = 0;
        for (int next = square + 1; next <= square + 6 && next <= goal; next++) {
            int jump = jump_of(n, next), to = jump > 0 ? jump : next;
            if (to > farthest)
                farthest = to;
        }
        square = farthest ? farthest : square;
        rolls++;
    }
    printf("%d\n", square == goal ? rolls : -1);
}
