// Wrong: goes over the cells once from first to last, so what a snake leads back to is never used.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int n;
    scanf("%d", &n);
    int *jumps = malloc(n * sizeof *jumps);
    int *throws = malloc(n * sizeof *throws);
    for (int cell = 0; cell < n; cell++) {
        scanf("%d", &jumps[cell]);
        throws[cell] = cell == 0 ? 0 : n;
    }
    for (int cell = 0; cell < n; cell++) {
        for (int next = cell + 1; next <= cell + 6 && next < n; next++) {
            int to = jumps[next] >= 0 ? jumps[next] : next;
            if (throws[to] > throws[cell] + 1)
                throws[to] = throws[cell] + 1;
        }
    }
    printf("%d\n", throws[n - 1] < n ? throws[n - 1] : -1);
}
