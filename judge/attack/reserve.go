//go:build !race

package attack

import "ojbatch/judge"

// reserve is address space that the programs map beyond what they use.
const reserve judge.Size = 0
