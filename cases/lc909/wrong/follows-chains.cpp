// Wrong: where a jump ends on the start of another, it takes that one too in the same roll.
#include <algorithm>
#include <iostream>
#include <iterator>
#include <queue>
#include <string>
#include <vector>

// The jump of each square 1..n*n; -1 where there is none.
static std::vector<int> read_jumps() {
    std::string text(std::istreambuf_iterator<char>(std::cin), {});
    bool bracketed = text.find('[') != std::string::npos;
    std::vector<int> cells;
    for (std::size_t at = 0; (at = text.find_first_of("-0123456789", at)) != std::string::npos;) {
        cells.push_back(std::atoi(&text[at]));
        at = text.find_first_of(" \t\r\n,]", at);
    }
    int n = 0;
    if (bracketed) {
        while (n * n < int(cells.size())) n++;
    } else {
        n = cells[0];
        cells.erase(cells.begin());
    }
    std::vector<int> jumps{-1};
    for (int height = 0; height < n; height++) {
        auto row = cells.begin() + (n - 1 - height) * n;
        if (height % 2 == 1) std::reverse(row, row + n);
        jumps.insert(jumps.end(), row, row + n);
    }
    return jumps;
}

int main() {
    std::vector<int> jumps = read_jumps();
    int goal = jumps.size() - 1;
    std::vector<int> rolls(goal + 1, -1);
    std::queue<int> queue;
    rolls[1] = 0;
    queue.push(1);
    while (!queue.empty()) {
        int square = queue.front();
        queue.pop();
        for (int next = square + 1; next <= std::min(square + 6, goal); next++) {
            int to = next;
            for (int taken = 0; taken < 2 && jumps[to] > 0; taken++) to = jumps[to];
            if (rolls[to] < 0) {
                rolls[to] = rolls[square] + 1;
                queue.push(to);
            }
        }
    }
    std::cout << rolls[goal] << "\n";
}
