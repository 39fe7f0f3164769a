package attack

import "ojbatch/judge"

// ForkBomb is the command of an attack that makes processes as fast as it can, all of them
// with a marker among their arguments.
func ForkBomb(executable, marker string) judge.Command {
	h := &planted{executable: executable}
	return h.command(role("fork-bomb", 0), &scene{Marker: marker})
}

// What a test needs to find what is left.
var (
	NewMarker   = newMarker
	ProcessesOf = processesOf
	MountsOf    = mountsOf
)
