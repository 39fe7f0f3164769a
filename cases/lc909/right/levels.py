"""Breadth-first search, one set of squares per roll."""
import math
import sys


def read_jumps(text):
    """The side n and the jump of each square 0..n*n; 0 where there is none."""
    bracketed = text.lstrip().startswith("[")
    for mark in "[],":
        text = text.replace(mark, " ")
    numbers = [int(word) for word in text.split()]
    n = math.isqrt(len(numbers)) if bracketed else numbers.pop(0)
    jumps = [0]
    for height in range(n):
        row = numbers[(n - 1 - height) * n:(n - height) * n]
        jumps += row if height % 2 == 0 else reversed(row)
    return n, [max(jump, 0) for jump in jumps]


def least_rolls(goal, jumps):
    seen, level = {1}, {1}
    rolls = 0
    while level and goal not in level:
        reached = {jumps[to] or to
                   for square in level
                   for to in range(square + 1, min(square + 6, goal) + 1)}
        level = reached - seen
        seen |= level
        rolls += 1
    return rolls if level else -1


n, jumps = read_jumps(sys.stdin.read())
print(least_rolls(n * n, jumps))
