// Wrong: prints the distance of the last square reached where the goal cannot be reached.
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

    int goal = n * n, head = 0, tail = 0, square = 1;
    int *queue = malloc((goal + 1) * sizeof *queue);
    int *rolls = calloc(goal + 1, sizeof *rolls);
    char *seen = calloc(goal + 1, 1);
    seen[1] = 1;
    queue[tail++] = 1;
    while (head < tail && (square = queue[head++]) != goal) {
        for (int roll = 1; roll <= 6 && square + roll <= goal; roll++) {
            int to = jump_of(n, square + roll);
            if (to < 0)
                to = square + roll;
            if (!seen[to]) {
                seen[to] = 1;
                rolls[to] = rolls[square] + 1;
                queue[tail++] = to;
            }
        }
    }
    printf("%d\n", rolls[square]);
}
