// Wrong: plays the rolls over and over until the goal is reached, for ever if it never is.
#include <algorithm>
#include <cstdio>
#include <queue>
#include <vector>

static std::vector<int> read_ends() {
    int n;
    std::scanf("%d", &n);
    std::vector<int> ends{0};
    std::vector<std::vector<int>> rows(n, std::vector<int>(n));
    for (auto& row : rows)
        for (int& cell : row) std::scanf("%d", &cell);
    for (int height = 0; height < n; height++) {
        auto& row = rows[n - 1 - height];
        if (height % 2 == 1) std::reverse(row.begin(), row.end());
        for (int cell : row) ends.push_back(cell == -1 ? int(ends.size()) : cell);
    }
    return ends;
}

static int least_rolls(const std::vector<int>& ends) {
    int goal = ends.size() - 1;
    std::vector<int> rolls(goal + 1, -1);
    std::queue<int> queue;
    rolls[1] = 0;
    queue.push(1);
    while (!queue.empty()) {
        int square = queue.front();
        queue.pop();
        for (int next = square + 1; next <= std::min(square + 6, goal); next++) {
            if (rolls[ends[next]] < 0) {
                rolls[ends[next]] = rolls[square] + 1;
                queue.push(ends[next]);
            }
        }
    }
    return rolls[goal];
}

int main() {
    std::vector<int> ends = read_ends();
    std::printf("%d\n", least_rolls(ends));

    int count = 0, goal = ends.size() - 1, square = 1;
    std::scanf("%d", &count);
    std::vector<int> rolls(count);
    for (int& roll : rolls) std::scanf("%d", &roll);
    for (int i = 0; i < count || (count > 0 && square != goal); i++) {
        int next = square + rolls[i % count];
        if (square != goal && next <= goal) square = ends[next];
        std::printf("%d\n", square);
    }
}
