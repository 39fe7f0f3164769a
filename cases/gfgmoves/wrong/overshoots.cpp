// Wrong: a throw past the last cell counts as reaching it.
#include <algorithm>
#include <iostream>
#include <queue>
#include <vector>

int main() {
    int n;
    std::cin >> n;
    std::vector<int> jumps(n), throws(n, -1);
    for (int& jump : jumps) std::cin >> jump;
    std::queue<int> queue;
    throws[0] = 0;
    queue.push(0);
    while (!queue.empty()) {
        int cell = queue.front();
        queue.pop();
        if (cell + 6 >= n && throws[n - 1] < 0) throws[n - 1] = throws[cell] + 1;
        for (int next = cell + 1; next <= std::min(cell + 6, n - 1); next++) {
            int to = jumps[next] >= 0 ? jumps[next] : next;
            if (throws[to] < 0) {
                throws[to] = throws[cell] + 1;
                queue.push(to);
            }
        }
    }
    std::cout << throws[n - 1] << "\n";
}
