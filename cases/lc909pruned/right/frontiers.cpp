// Plain breadth-first search, no square left out, one frontier per roll.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <iterator>
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

static int least_rolls(const std::vector<int>& jumps) {
    int goal = jumps.size() - 1;
    std::vector<bool> seen(goal + 1);
    std::vector<int> frontier{1};
    seen[1] = true;
    for (int rolls = 0; !frontier.empty(); rolls++) {
        std::vector<int> reached;
        for (int square : frontier) {
            if (square == goal) return rolls;
            for (int next = square + 1; next <= std::min(square + 6, goal); next++) {
                int to = jumps[next] > 0 ? jumps[next] : next;
                if (!seen[to]) {
                    seen[to] = true;
                    reached.push_back(to);
                }
            }
        }
        frontier.swap(reached);
    }
    return -1;
}

int main() { std::cout << least_rolls(read_jumps()) << "\n"; }
