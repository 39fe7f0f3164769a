// Package judge is the hall of an online judge: the words every part of it uses, the pure
// rules that turn facts into verdicts, and the five small interfaces behind which the parts
// work. It imports the standard library only, and every other package of the judge imports it.
//
// Most programs that embed the judge load suites with [ojbatch/judge/suite], put a worker of
// [ojbatch/judge/local] together, and hand both to [ojbatch/judge/run] with sinks of
// [ojbatch/judge/report]; the example of package run does exactly that.
//
// # The way of the data
//
// Data flows one way. A [Suite] holds programs and cases. Each pair of them is a [Job]. A
// [Worker] asks its [Builder] for an [Artifact], its [Executor] for the [Outcome] of running
// it, its [Comparer] for a [Comparison] of what it wrote with the case's answer, and [Decide]
// for the [Verdict]. The [Result] travels in an [Event] to every [Sink], which is a fold over
// events.
//
// # Whose fault it is
//
// What the program did wrong is a verdict. What the judge could not do is an error, and ends
// as verdict [JudgeError]. What can not happen is a panic that begins with
// "judge: internal error:"; no input of a user causes one.
//
// # Facts, then judgment
//
// Executors and comparers report facts. Only [Decide] judges, in one documented order, so
// that the same facts get the same verdict whichever executor found them.
package judge
