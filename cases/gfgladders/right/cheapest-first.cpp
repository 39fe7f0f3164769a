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
    std::vector<int> best(squares + 1, squares);
    open.push({0, 1});
    best[1] = 0;
    while (!open.empty()) {
        auto [rolls, square] = open.top();
        open.pop();
        if (square == squares) {
            std::printf("%d\n", rolls);
            return 0;
        }
        for (int next = square + 1; next <= std::min(square + 6, squares); next++) {
            int to = jumps[next] ? jumps[next] : next;
            if (rolls + 1 < best[to]) {
                best[to] = rolls + 1;
                open.push({rolls + 1, to});
            }
        }
    }
    std::puts("-1");
}
