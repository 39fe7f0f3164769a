// Wrong: prints the throws to the last cell it saw where the last cell of all cannot be reached.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n;
    scanf("%d", &n);
    int *jumps = malloc(n * sizeof *jumps);
    int *queue = malloc(n * sizeof *queue);
    int *throws = malloc(n * sizeof *throws);
    for (int cell = 0; cell < n; cell++) {
        scanf("%d", &jumps[cell]);
        throws[cell] = -1;
    }
    int head = 0, tail = 0, cell = 0;
    throws[0] = 0;
    queue[tail++] = 0;
    while (head < tail && (cell = queue[head++]) != n - 1) {
        for (int next = cell + 1; next <= cell + 6 && next < n; next++) {
            int to = jumps[next] >= 0 ? jumps[next] : next;
            if (throws[to] < 0) {
                throws[to] = throws[cell] + 1;
                queue[tail++] = to;
            }
        }
    }
    printf("%d\n", throws[cell]);
}
