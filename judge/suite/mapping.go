package suite

import (
	"slices"

	"gopkg.in/yaml.v3"
)

// keySet are the keys of one kind of mapping.
type keySet struct {
	of    string // what the mapping is: "a case"
	names []string
}

// mapping is a decoded mapping: known keys, each at most once, those of merge keys included.
type mapping struct {
	at    *yaml.Node // where it is written, be it as an alias
	pairs []pair
}

type pair struct {
	name       string
	key, value *yaml.Node
}

// anchor is a node that may be decoded again, and as what.
type anchor struct {
	node *yaml.Node
	keys *keySet
}

// find returns the pair with the given key.
func (m mapping) find(name string) (pair, bool) { return findPair(m.pairs, name) }

// value returns the value of the given key, or nil.
func (m mapping) value(name string) *yaml.Node {
	p, _ := m.find(name)
	return p.value
}

func findPair(pairs []pair, name string) (pair, bool) {
	for _, p := range pairs {
		if p.name == name {
			return p, true
		}
	}
	return pair{}, false
}

// addPair adds p unless its key is there.
func addPair(pairs []pair, p pair) []pair {
	if _, there := findPair(pairs, p.name); there {
		return pairs
	}
	return append(pairs, p)
}

// mapping decodes n, once however many aliases lead to it.
func (d *decoder) mapping(n *yaml.Node, keys *keySet) (mapping, bool) {
	target, ok := d.want(n, yaml.MappingNode, keys.of)
	if !ok {
		return mapping{}, false
	}
	if target.Anchor == "" {
		return mapping{n, d.pairs(target, keys)}, true
	}
	key := anchor{target, keys}
	pairs, seen := d.anchored[key]
	if seen && pairs == nil {
		d.errorf(n, "", "the mapping %s is merged into itself", quote(target.Anchor))
		return mapping{}, false
	}
	if !seen {
		d.anchored[key] = nil
		pairs = d.pairs(target, keys)
		d.anchored[key] = pairs
	}
	return mapping{n, pairs}, true
}

// pairs decodes the content of a mapping. Its own keys win over merged ones, and of those the
// first. The result is never nil.
func (d *decoder) pairs(n *yaml.Node, keys *keySet) []pair {
	pairs := make([]pair, 0, min(len(n.Content)/2, len(keys.names)))
	var unknown []pair
	var merge *yaml.Node
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		name, ok := d.text(key, "a key")
		if !ok {
			continue
		}
		isMerge := key.Tag == "!!merge"
		switch _, twice := findPair(pairs, name); {
		case twice, isMerge && merge != nil:
			d.errorf(key, "", "duplicate key %s", quote(name))
		case isMerge:
			merge = value
		case !slices.Contains(keys.names, name):
			unknown = append(unknown, pair{name, key, value})
		default:
			pairs = append(pairs, pair{name, key, value})
		}
	}
	for _, p := range unknown {
		pairs = d.misspelt(pairs, p, keys)
	}
	for _, from := range merged(merge) {
		m, _ := d.mapping(from, keys)
		for _, p := range m.pairs {
			pairs = addPair(pairs, p)
		}
	}
	return pairs
}

// misspelt reports p's unknown key. When a known key is near, decoding goes on as if that had
// been written, so that it is not reported as missing and what is wrong with its value is.
func (d *decoder) misspelt(pairs []pair, p pair, keys *keySet) []pair {
	hint := didYouMean(p.name, keys.names)
	d.errorf(p.key, hint, "unknown key %s in %s", quote(p.name), keys.of)
	if p.name = nearest(p.name, keys.names); p.name != "" {
		pairs = addPair(pairs, p)
	}
	return pairs
}

// merged returns the mappings that the value of a merge key names: none, one, or a list.
func merged(n *yaml.Node) []*yaml.Node {
	switch {
	case n == nil:
		return nil
	case n.Kind == yaml.SequenceNode:
		return n.Content
	}
	return []*yaml.Node{n}
}
