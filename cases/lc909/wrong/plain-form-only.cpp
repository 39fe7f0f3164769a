// Wrong: does not know the bracketed form; std::stoi throws on "[[-1," and the program aborts.
#include <algorithm>
#include <iostream>
#include <queue>
#include <string>
#include <vector>

int main() {
    std::vector<int> numbers;
    for (std::string word; std::cin >> word;) numbers.push_back(std::stoi(word));
    int n = numbers[0], goal = n * n;

    std::vector<int> jumps{-1};
    for (int height = 0; height < n; height++) {
        auto row = numbers.begin() + 1 + (n - 1 - height) * n;
        if (height % 2 == 1) std::reverse(row, row + n);
        jumps.insert(jumps.end(), row, row + n);
    }

    std::vector<int> rolls(goal + 1, -1);
    std::queue<int> queue;
    rolls[1] = 0;
    queue.push(1);
    while (!queue.empty()) {
        int square = queue.front();
        queue.pop();
        for (int next = square + 1; next <= std::min(square + 6, goal); next++) {
            int to = jumps[next] > 0 ? jumps[next] : next;
            if (rolls[to] < 0) {
                rolls[to] = rolls[square] + 1;
                queue.push(to);
            }
        }
    }
    std::cout << rolls[goal] << "\n";
}
