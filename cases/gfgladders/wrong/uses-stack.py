# Wrong: pops from the end it appends to, so squares are searched last in, first out.
import sys

squares, ladders, snakes, *ends = map(int, sys.stdin.read().split())
pairs = ends[:2 * (ladders + snakes)]
jumps = dict(zip(pairs[::2], pairs[1::2]))

rolls = {1: 0}
open_squares = [1]
while open_squares and squares not in rolls:
    square = open_squares.pop()
    for to in range(square + 1, min(square + 6, squares) + 1):
        to = jumps.get(to, to)
        if to not in rolls:
            rolls[to] = rolls[square] + 1
            open_squares.append(to)
print(rolls.get(squares, -1))
