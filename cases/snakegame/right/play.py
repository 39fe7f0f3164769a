"""The least rolls by breadth-first search, then the given rolls played out."""
import sys


def read_game(numbers):
    """Where a roll onto each square 0..n*n ends, and the rolls."""
    n = numbers[0]
    ends = [0]
    for height in range(n):
        first = 1 + (n - 1 - height) * n
        row = numbers[first:first + n]
        ends += row if height % 2 == 0 else reversed(row)
    ends = [square if end == -1 else end for square, end in enumerate(ends)]
    return ends, numbers[1 + n * n:][1:]


def least_rolls(ends):
    goal = len(ends) - 1
    rolls = {1: 0}
    queue = [1]
    for square in queue:
        for end in ends[square + 1:square + 7]:
            if end not in rolls:
                rolls[end] = rolls[square] + 1
                queue.append(end)
    return rolls.get(goal, -1)


def play(ends, rolls):
    goal = len(ends) - 1
    square = 1
    for roll in rolls:
        if square != goal and square + roll <= goal:
            square = ends[square + roll]
        yield square


ends, rolls = read_game([int(word) for word in sys.stdin.read().split()])
print(least_rolls(ends), *play(ends, rolls), sep="\n")
