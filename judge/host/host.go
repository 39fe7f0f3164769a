// Package host examines the machine: what it has that a judge can use to contain and to
// measure programs, what makes measurements unsteady, and how to change that.
package host

// Finding is one thing that was looked at.
type Finding struct {
	Key   string `json:"key"`   // "user namespaces"
	State string `json:"state"` // what there is: "allowed", "version 6.1.0"
	// Problem says what follows from a state that is not as it should be; it is empty when
	// all is well.
	Problem string `json:"problem,omitempty"`
	// Fix is a command that changes the state, for root; empty where there is none.
	Fix string `json:"fix,omitempty"`
}
