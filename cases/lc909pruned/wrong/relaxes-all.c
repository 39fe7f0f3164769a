// Wrong: too slow; relaxes every roll of every square n*n times, whether anything changes or not.
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

    int goal = n * n;
    int *rolls = malloc((goal + 1) * sizeof *rolls);
    for (int square = 1; square <= goal; square++)
        rolls[square] = square == 1 ? 0 : goal;
    for (int round = 0; round < goal; round++) {
        for (int square = 1; square <= goal; square++) {
            for (int next = square + 1; next <= square + 6 && next <= goal; next++) {
                int jump = jump_of(n, next), to = jump > 0 ? jump : next;
                if (rolls[to] > rolls[square] + 1)
                    rolls[to] = rolls[square] + 1;
            }
        }
    }
    printf("%d\n", rolls[goal] < goal ? rolls[goal] : -1);
}
