# Wrong: the block that stops the stone stays on the board.
import sys

FREE, BLOCK, START, GOAL = range(4)


def fewest_moves(board):
    start = next((y, x) for y, row in enumerate(board) for x, cell in enumerate(row)
                 if cell == START)
    seen, level = {start}, {start}
    for moves in range(1, 11):
        reached = set()
        for y, x in level:
            for dy, dx in (-1, 0), (0, 1), (1, 0), (0, -1):
                ny, nx = y + dy, x + dx
                while 0 <= ny < len(board) and 0 <= nx < len(board[0]):
                    if board[ny][nx] == GOAL:
                        return moves
                    if board[ny][nx] == BLOCK:
                        reached.add((ny - dy, nx - dx))
                        break
                    ny, nx = ny + dy, nx + dx
        level = reached - seen
        seen |= level
    return -1


numbers = map(int, sys.stdin.read().split())
for w, h in zip(numbers, numbers):
    if w:
        print(fewest_moves([[next(numbers) for _ in range(w)] for _ in range(h)]))
