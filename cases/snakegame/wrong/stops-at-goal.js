// Wrong: says nothing about the rolls that come after the goal was reached.
"use strict";

const numbers = require("fs").readFileSync(0, "utf8").trim().split(/\s+/).map(Number);
const n = numbers[0];
const goal = n * n;

const ends = [0];
for (let height = 0; height < n; height++) {
  const first = 1 + (n - 1 - height) * n;
  const row = numbers.slice(first, first + n);
  if (height % 2 === 1) row.reverse();
  for (const cell of row) ends.push(cell === -1 ? ends.length : cell);
}

const rolls = new Array(goal + 1).fill(-1);
rolls[1] = 0;
const queue = [1];
for (const square of queue) {
  for (let next = square + 1; next <= Math.min(square + 6, goal); next++) {
    const end = ends[next];
    if (rolls[end] < 0) {
      rolls[end] = rolls[square] + 1;
      queue.push(end);
    }
  }
}
const lines = [rolls[goal]];

let square = 1;
for (const roll of numbers.slice(2 + n * n)) {
  if (square === goal) break;
  if (square + roll <= goal) square = ends[square + roll];
  lines.push(square);
}
console.log(lines.join("\n"));
