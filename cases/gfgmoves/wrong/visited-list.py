# Wrong: too slow; looks for each cell in a list of all cells seen so far.
import sys

n, *jumps = map(int, sys.stdin.read().split())
seen = [0]
level = [0]
throws = 0
while level and n - 1 not in level:
    reached = []
    for cell in level:
        for to in range(cell + 1, min(cell + 7, n)):
            if jumps[to] >= 0:
                to = jumps[to]
            if to not in seen:
                seen.append(to)
                reached.append(to)
    level = reached
    throws += 1
print(throws if level else -1)
