// Wrong: a roll past the last square bounces back from it instead of staying put.
#include <stdio.h>
#include <stdlib.h>

static int *read_ends(int n) {
    int *ends = malloc((n * n + 1) * sizeof *ends);
    for (int height = n - 1; height >= 0; height--) {
        for (int i = 0; i < n; i++) {
            int column = height % 2 == 0 ? i : n - 1 - i, square = height * n + column + 1;
            scanf("%d", &ends[square]);
            if (ends[square] == -1)
                ends[square] = square;
        }
    }
    return ends;
}

static int least_rolls(const int *ends, int goal) {
    int *rolls = malloc((goal + 1) * sizeof *rolls), *queue = malloc(goal * sizeof *queue);
    for (int square = 1; square <= goal; square++)
        rolls[square] = -1;
    int head = 0, tail = 0;
    rolls[1] = 0;
    queue[tail++] = 1;
    while (head < tail) {
        int square = queue[head++];
        for (int roll = 1; roll <= 6 && square + roll <= goal; roll++) {
            int end = ends[square + roll];
            if (rolls[end] < 0) {
                rolls[end] = rolls[square] + 1;
                queue[tail++] = end;
            }
        }
    }
    return rolls[goal];
}

int main(void) {
    int n, count = 0, square = 1, roll;
    scanf("%d", &n);
    int *ends = read_ends(n), goal = n * n;
    printf("%d\n", least_rolls(ends, goal));
    scanf("%d", &count);
    while (count-- > 0) {
        scanf("%d", &roll);
        if (square != goal) {
            square += roll;
            if (square > goal)
                square = square < 2 * goal ? 2 * goal - square : 1;
            square = ends[square];
        }
        printf("%d\n", square);
    }
}
