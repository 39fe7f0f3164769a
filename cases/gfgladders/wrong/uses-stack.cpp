// Wrong: keeps the squares to go on from in a stack, so they are searched last in, first out.
#include <algorithm>
#include <cstdio>
#include <stack>
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
    std::stack<int> open;
    rolls[1] = 0;
    open.push(1);
    while (!open.empty()) {
        int square = open.top();
        open.pop();
        for (int next = square + 1; next <= std::min(square + 6, squares); next++) {
            int to = jumps[next] ? jumps[next] : next;
            if (rolls[to] < 0) {
                rolls[to] = rolls[square] + 1;
                open.push(to);
            }
        }
    }
    std::printf("%d\n", rolls[squares]);
}
