//go:build race

package attack

import "ojbatch/judge"

// reserve is address space that the programs map beyond what they use: the race detector
// maps a shadow of all of it.
const reserve judge.Size = 1 << 45
