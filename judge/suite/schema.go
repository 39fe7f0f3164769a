package suite

import (
	_ "embed"
	"slices"
)

//go:embed schema.json
var schema []byte

// Schema returns the JSON schema (draft 2020-12) of suite files, for editors. It knows the
// keys and words that [Load] knows; whether files exist and names are unique it cannot say.
func Schema() []byte { return slices.Clone(schema) }
