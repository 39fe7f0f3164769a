package report

import (
	"encoding/json"
	"io"

	"ojbatch/judge"
)

// document is the whole json report.
type document struct {
	Version     int               `json:"version"`
	Enforcement wireEnforcement   `json:"enforcement"`
	Summary     wireSummary       `json:"summary"`
	Programs    []documentProgram `json:"programs"`
}

type documentProgram struct {
	wireProgram
	Language string       `json:"language"`
	Results  []wireResult `json:"results"`
}

type jsonReport struct {
	w         io.Writer
	document  document
	languages map[pair]string
}

// NewJSON returns a sink that writes one JSON document to w when the run is finished.
func NewJSON(w io.Writer) judge.Sink {
	return &jsonReport{
		w:         w,
		document:  document{Version: wireVersion, Programs: []documentProgram{}},
		languages: map[pair]string{},
	}
}

// Accept implements [judge.Sink].
func (j *jsonReport) Accept(e judge.Event) error {
	switch e := e.(type) {
	case judge.RunStarted:
		j.document.Enforcement = toWireEnforcement(e.Enforcement)
	case judge.BuildFinished:
		j.languages[pair{e.Suite, e.Program}] = e.Language
	case judge.ProgramFinished:
		j.document.Programs = append(j.document.Programs, documentProgram{
			wireProgram: toWireProgram(e),
			Language:    validUTF8(j.languages[pair{e.Suite, e.Program}]),
			Results:     toWireResults(e.Results),
		})
	case judge.RunFinished:
		j.document.Summary = toWireSummary(e.Summary)
		return writeJSON(j.w, j.document, "  ")
	}
	return nil
}

// writeJSON writes v and a line end, each value on lines of its own if there is an indent.
func writeJSON(w io.Writer, v any, indent string) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false) // diffs are full of < and >
	enc.SetIndent("", indent)
	return enc.Encode(v)
}
