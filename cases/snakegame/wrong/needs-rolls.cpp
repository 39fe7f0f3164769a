// Wrong: expects a number of rolls; where the input ends with the board, at() throws.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <queue>
#include <vector>

static std::vector<int> ends_of(int n, std::vector<int>::iterator cells) {
    std::vector<int> ends{0};
    for (int height = 0; height < n; height++) {
        auto row = cells + (n - 1 - height) * n;
        if (height % 2 == 1) std::reverse(row, row + n);
        for (auto cell = row; cell != row + n; ++cell)
            ends.push_back(*cell == -1 ? int(ends.size()) : *cell);
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
    std::ios::sync_with_stdio(false);
    std::vector<int> numbers(std::istream_iterator<int>(std::cin), {});
    int n = numbers.at(0), goal = n * n, square = 1;
    std::vector<int> ends = ends_of(n, numbers.begin() + 1);
    std::cout << least_rolls(ends) << "\n";
    int count = numbers.at(1 + n * n);
    for (int i = 0; i < count; i++) {
        int next = square + numbers.at(2 + n * n + i);
        if (square != goal && next <= goal) square = ends[next];
        std::cout << square << "\n";
    }
}
