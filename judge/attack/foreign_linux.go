//go:build !amd64

package attack

// foreign are calls that a processor can also make in other ways; this one can not.
var foreign []Attack
