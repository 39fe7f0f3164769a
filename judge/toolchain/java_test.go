package toolchain

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ojbatch/judge"
)

func TestJavaTypes(t *testing.T) {
	const body = "{ public static void main(String[] a) {} }"
	tests := []struct {
		name, source string
		want         []javaType
	}{
		{"nothing", "", nil},
		{"plain", "class A " + body, []javaType{{"A", false, true}}},
		{"public", "public final class A " + body, []javaType{{"A", true, true}}},
		{"package", "package x . y;\nclass A {}", []javaType{{"x.y.A", false, false}}},
		{"several", "class A {} public class B " + body + " interface C {} enum D { X, Y; }",
			[]javaType{
				{"A", false, false}, {"B", true, true}, {"C", false, false}, {"D", false, false},
			}},
		{"generic", "class A<T extends Comparable<T>> extends B<T> {}", []javaType{{"A", false, false}}},
		{"record", "public record A(int x) { static void main(String... a) {} }",
			[]javaType{{"A", true, true}}},
		{"nested main", "class A { static class B " + body + " }", []javaType{{"A", false, false}}},
		{"main that is no entry", "class A { void main() {} static void mains() {} }",
			[]javaType{{"A", false, false}}},
		{"call of main", "class A { static { int x; main(null); } }", []javaType{{"A", false, false}}},
		{"comments", "// class X {\n/* class Y { */ class A { /* } */ " + body[1:],
			[]javaType{{"A", false, true}}},
		{"literals", `class A { String s = "}\"}"; char c = '}', d = '\''; ` + body[1:],
			[]javaType{{"A", false, true}}},
		{"text block", "class A { String s = \"\"\"\n } \"quoted\" \\\"\"\" }\n\"\"\"; " + body[1:],
			[]javaType{{"A", false, true}}},
		{"annotation", "@Tag(value = {X.class, Y.class}) public class A " + body,
			[]javaType{{"A", true, true}}},
		{"annotation with a class", "@With(Runner.class) class A " + body,
			[]javaType{{"A", false, true}}},
		{"letters", "class Größe_$1 {}", []javaType{{"Größe_$1", false, false}}},
		{"unfinished", "class A { void f() { ", []javaType{{"A", false, false}}},
		{"too many braces", "}}} class A {} ", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := javaTypes([]byte(test.source))
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(javaType{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMainClass(t *testing.T) {
	tests := []struct {
		name  string
		types []javaType
		want  string
		why   string
	}{
		{"one", []javaType{{"A", false, true}}, "A", ""},
		{"one of several", []javaType{{"A", true, false}, {"p.B", false, true}}, "p.B", ""},
		{"called Main", []javaType{{"A", true, true}, {"p.Main", false, true}}, "p.Main", ""},
		{"inherited", []javaType{{"A", false, false}}, "A", ""},
		{"several", []javaType{{"A", false, true}, {"B", false, true}}, "", "A, B"},
		{"none", nil, "", "no class"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := mainClass(test.types)
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			var rejected *judge.CompilationError
			switch isRejected := errors.As(err, &rejected); {
			case test.why == "" && err != nil:
				t.Error(err)
			case test.why != "" && (!isRejected || !strings.Contains(rejected.Why, test.why)):
				t.Errorf("error %v, want one with %q", err, test.why)
			}
		})
	}
}

// FuzzJavaTypes: whatever a source holds, names can be used as file names.
func FuzzJavaTypes(f *testing.F) {
	f.Add("package a.b; public class C { static void main(String[] a) {} }")
	f.Add("@A(B.class) enum E { X }} class \"\"\" '")
	f.Add("public class \"a/b\" {} class / {} class .. {}")
	f.Fuzz(func(t *testing.T, source string) {
		for _, typ := range javaTypes([]byte(source)) {
			if file := typ.file(); !isFileName(file) || strings.ContainsAny(file, `/\"{}`) {
				t.Errorf("%q is no name for a file", file)
			}
		}
	})
}

func TestJavaFileNames(t *testing.T) {
	b := newBench(t, Options{})
	b.need("java")
	const hello = "class Solution {\n" +
		"  public static void main(String[] a) { System.out.println(\"hello\"); }\n}\n"
	t.Run("any name", func(t *testing.T) {
		b.in(t).hello("java", file(t, "too-slow.java", hello))
	})
	t.Run("any name for a public class", func(t *testing.T) {
		b.in(t).hello("java", file(t, "too-slow.java", "public "+hello))
	})
	t.Run("package", func(t *testing.T) {
		b.in(t).hello("java", file(t, "Solution.java", "package x.y;\npublic "+hello))
	})
	t.Run("message", func(t *testing.T) {
		broken := "public class Solution {\n  int x = \"\";\n}\n"
		got := b.in(t).rejected(file(t, "too-slow.java", broken)).Log
		if !strings.HasPrefix(got, "too-slow.java:2: error") || strings.Contains(got, "Solution.") {
			t.Errorf("the log is %s", got)
		}
	})
}
