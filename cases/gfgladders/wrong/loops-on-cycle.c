// Wrong: follows jumps until one ends on a plain square, for ever where they form a cycle.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int squares, ladders, snakes;
    scanf("%d %d %d", &squares, &ladders, &snakes);
    int *jumps = calloc(squares + 1, sizeof *jumps);
    for (int i = 0; i < ladders + snakes; i++) {
        int from, to;
        scanf("%d %d", &from, &to);
        jumps[from] = to;
    }

    int *queue = malloc(squares * sizeof *queue), head = 0, tail = 0;
    int *rolls = malloc((squares + 1) * sizeof *rolls);
    for (int square = 1; square <= squares; square++)
        rolls[square] = -1;
    rolls[1] = 0;
    queue[tail++] = 1;
    while (head < tail) {
        int square = queue[head++];
        for (int next = square + 1; next <= square + 6 && next <= squares; next++) {
            int to = next;
            while (jumps[to] != 0)
                to = jumps[to];
            if (rolls[to] < 0) {
                rolls[to] = rolls[square] + 1;
                queue[tail++] = to;
            }
        }
    }
    printf("%d\n", rolls[squares]);
}
