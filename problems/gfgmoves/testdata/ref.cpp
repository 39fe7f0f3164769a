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

static int fewest_throws(const std::vector<int32_t> &board) {
    int32_t goal = (int32_t)board.size() - 1;
    if (goal == 0) return 0;
    std::vector<uint64_t> seen(board.size() / 64 + 1);
    seen[0] = 1;
    std::vector<int32_t> frontier{0}, next;
    for (int throws = 1; !frontier.empty(); throws++) {
        next.clear();
        for (int32_t i : frontier) {
            int32_t deepest = i < goal - 6 ? i + 6 : goal;
            for (int32_t k = i + 1; k <= deepest; k++) {
                int32_t to = board[k];
                uint64_t bit = (uint64_t)1 << (to % 64);
                if (seen[to / 64] & bit) continue;
                if (to == goal) return throws;
                seen[to / 64] |= bit;
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
    int32_t n = next_number();
    std::vector<int32_t> board(n);
    for (int32_t i = 0; i < n; i++) {
        int32_t to = next_number();
        board[i] = to < 0 ? i : to;
    }
    printf("%d\n", fewest_throws(board));
}
