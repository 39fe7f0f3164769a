// The search of ../main.go in C++, for comparison: the whole input by one fread, no checks.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

static const char *at;

static int32_t next_number() {
    while (*at <= ' ') at++;
    bool negative = *at == '-';
    if (negative) at++;
    int32_t v = 0;
    while (*at >= '0') v = v * 10 + (*at++ - '0');
    return negative ? -v : v;
}

static int least_rolls(const std::vector<int32_t> &board) {
    if (board.size() == 1) return 0;
    int32_t start = (int32_t)board.size() - 1;
    std::vector<uint64_t> seen(board.size() / 64 + 1);
    seen[start / 64] |= (uint64_t)1 << (start % 64);
    std::vector<int32_t> frontier{start}, next;
    for (int rolls = 1; !frontier.empty(); rolls++) {
        next.clear();
        for (int32_t i : frontier) {
            bool kept = false;
            for (int32_t k = i > 6 ? i - 6 : 0; k < i; k++) {
                int32_t to = board[k];
                uint64_t bit = (uint64_t)1 << (to % 64);
                if (seen[to / 64] & bit) continue;
                if (to == 0) return rolls;
                seen[to / 64] |= bit;
                if (to == k) {
                    if (kept) continue;
                    kept = true;
                }
                next.push_back(to);
            }
        }
        std::swap(frontier, next);
    }
    return -1;
}

int main() {
    // Untouched pages cost nothing, so there is room for the longest input there is to compare.
    const size_t room = (size_t)1 << 30;
    char *input = (char *)malloc(room);
    input[fread(input, 1, room - 1, stdin)] = '\0';
    at = input;
    int32_t side = next_number(), goal = side * side;
    // Squares are counted from the goal, 0, back to the start.
    std::vector<int32_t> board(goal);
    for (int32_t row = 0; row < side; row++) {
        bool left_to_right = (side - row) % 2 == 1;
        int32_t i = row * side + (left_to_right ? side - 1 : 0), step = left_to_right ? -1 : 1;
        for (int32_t column = 0; column < side; column++, i += step) {
            int32_t to = next_number();
            board[i] = to < 0 ? i : goal - to;
        }
    }
    printf("%d\n", least_rolls(board));
}
