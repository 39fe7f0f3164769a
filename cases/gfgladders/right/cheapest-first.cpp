// Dijkstra's algorithm with every roll costing one.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

int main() {
    int squares, ladders, snakes;
    std::scanf("%d %d %d", &squares, &ladders, &snakes);
    std::vector<int> jumps(squares + 1);
    for (int i = 0; i < ladders + snakes; i++) {
        int from, to;
        std::scanf("%d %d", &from, &to);
        jumps[from] = to;
    }

    using Entry = std::pair<int, int>;  // rolls, square
    std::priority_queue<Entry, std::vector<Entry>, std::greater<Entry>> open;
    std::vector<bool> done(squares + 1);
    open.push({0, 1});
    while (!open.empty()) {
        auto [rolls, square] = open.top();
        open.pop();
        if (square == squares) {
            std::printf("%d\n", rolls);
            return 0;
        }
        if (done[square]) continue;
        done[square] = true;
        for (int next = square + 1; next <= std::min(square + 6, squares); next++)
            open.push({rolls + 1, jumps[next] ? jumps[next] : next});
    }
    std::puts("-1");
}
