// Wrong: numbers every row from left to right instead of back and forth.
"use strict";

function readJumps(text) {
  const numbers = text.match(/-?\d+/g).map(Number);
  const n = text.trimStart().startsWith("[") ? Math.sqrt(numbers.length) : numbers.shift();
  const jumps = [-1];
  for (let row = n - 1; row >= 0; row--) {
    jumps.push(...numbers.slice(row * n, (row + 1) * n));
  }
  return jumps;
}

function leastRolls(jumps) {
  const goal = jumps.length - 1;
  const rolls = new Array(goal + 1).fill(-1);
  rolls[1] = 0;
  const queue = [1];
  for (const square of queue) {
    for (let next = square + 1; next <= Math.min(square + 6, goal); next++) {
      const to = jumps[next] > 0 ? jumps[next] : next;
      if (rolls[to] < 0) {
        rolls[to] = rolls[square] + 1;
        queue.push(to);
      }
    }
  }
  return rolls[goal];
}

console.log(leastRolls(readJumps(require("fs").readFileSync(0, "utf8"))));
