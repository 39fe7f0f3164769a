package local

import (
	"cmp"
	"context"
	"hash/maphash"
	"slices"
	"time"

	"ojbatch/judge"
)

// repeat runs j as often as it says and sums up.
func (w *Worker) repeat(ctx context.Context, j judge.Job) (judge.Result, error) {
	seed := maphash.MakeSeed()
	results := make([]judge.Result, j.Repeat)
	outputs := map[uint64]bool{} // of accepted runs
	for i := range results {
		var digest maphash.Hash
		digest.SetSeed(seed)
		r, err := w.once(ctx, j, &digest)
		if err != nil {
			return judge.Result{}, err
		}
		results[i] = r
		if r.Verdict == judge.Accepted {
			outputs[digest.Sum64()] = true
		}
	}
	r := representative(results)
	r.Repeats = sumUp(results)
	r.Repeats.OutputChanged = len(outputs) > 1
	return r, nil
}

// representative is the first result that is not accepted, else the slowest.
func representative(results []judge.Result) judge.Result {
	for _, r := range results {
		if r.Verdict != judge.Accepted {
			return r
		}
	}
	return slices.MaxFunc(results, func(a, b judge.Result) int {
		return cmp.Compare(a.Outcome.Usage.CPU, b.Outcome.Usage.CPU)
	})
}

func sumUp(results []judge.Result) *judge.Repeats {
	sum := &judge.Repeats{
		Runs:   len(results),
		CPU:    spread(results, func(u judge.Usage) time.Duration { return u.CPU }),
		Wall:   spread(results, func(u judge.Usage) time.Duration { return u.Wall }),
		Memory: spread(results, func(u judge.Usage) judge.Size { return u.Memory }),
	}
	for _, r := range results {
		if r.Verdict != results[0].Verdict {
			sum.VerdictChanged = true
		}
	}
	return sum
}

func spread[T cmp.Ordered](results []judge.Result, of func(judge.Usage) T) judge.Spread[T] {
	var all []T
	for _, r := range results {
		all = append(all, of(r.Outcome.Usage))
	}
	slices.Sort(all)
	return judge.Spread[T]{Min: all[0], Median: all[len(all)/2], Max: all[len(all)-1]}
}
