// Wrong: cuts the last character off every line, a digit where the last line has no newline.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Reads the next numbers, wherever the lines end; those that are missing stay 0.
static void read_numbers(int *numbers, int count) {
    static char line[1 << 16], *word;
    while (count > 0) {
        word = strtok(word ? NULL : line, " \t\r\n");
        if (word != NULL) {
            *numbers++ = atoi(word);
            count--;
        } else {
            if (fgets(line, sizeof line, stdin) == NULL)
                return;
            line[strlen(line) - 1] = '\0';
        }
    }
}

int main(void) {
    int header[3] = {0};
    read_numbers(header, 3);
    int squares = header[0];
    int *jumps = calloc(squares + 1, sizeof *jumps);
    for (int i = 0; i < header[1] + header[2]; i++) {
        int pair[2] = {0};
        read_numbers(pair, 2);
        jumps[pair[0]] = pair[1];
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
            int to = jumps[next] ? jumps[next] : next;
            if (rolls[to] < 0) {
                rolls[to] = rolls[square] + 1;
                queue[tail++] = to;
            }
        }
    }
    printf("%d\n", rolls[squares]);
}
