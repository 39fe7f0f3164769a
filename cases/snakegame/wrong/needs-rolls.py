# Wrong: expects a number of rolls and raises IndexError where the input ends with the board.
import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n = numbers[0]
goal = n * n
ends = [0]
for height in range(n):
    first = 1 + (n - 1 - height) * n
    row = numbers[first:first + n]
    for cell in row if height % 2 == 0 else reversed(row):
        ends.append(len(ends) if cell == -1 else cell)

rolls = {1: 0}
queue = [1]
for square in queue:
    for end in ends[square + 1:square + 7]:
        if end not in rolls:
            rolls[end] = rolls[square] + 1
            queue.append(end)
print(rolls.get(goal, -1))

square = 1
first = 1 + n * n
count = numbers[first]
for roll in numbers[first + 1:first + 1 + count]:
    if square != goal and square + roll <= goal:
        square = ends[square + roll]
    print(square)
