// Wrong: does not compile; std::queue is used and its header is not included.
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
    int squares, ladders, snakes;
    std::scanf("%d %d %d", &squares, &ladders, &snakes);
    std::vector<int> jumps(squares + 1), rolls(squares + 1, -1);
    for (int i = 0; i < ladders + snakes; i++) {
        int from, to;
        std::scanf("%d %d", &from, &to);
        jumps[from] = to;
    }
    std::queue<int> queue;
    rolls[1] = 0;
    queue.push(1);
    while (!queue.empty()) {
        int square = queue.front();
        queue.pop();
        for (int next = square + 1; next <= std::min(square + 6, squares); next++) {
            int to = jumps[next] ? jumps[next] : next;
            if (rolls[to] < 0) {
                rolls[to] = rolls[square] + 1;
                queue.push(to);
            }
        }
    }
    std::printf("%d\n", rolls[squares]);
}
