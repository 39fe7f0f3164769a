// Package attack is the containment suite: what hostile programs try against a judge, and the
// check that nothing came of it. It is part of the judge's binary, so that any host can be put
// to the test without a compiler.
//
// [Run] attacks a [judge.Executor]. Each [Attack] is a program, or two in a row, that the
// executor runs under limits; the program is a copy of the calling process's executable, which
// [Init] turns into the attack. An attack is held when the program
//
//   - ended in a verdict that it must end in, by [judge.Decide];
//   - printed nothing that it must not know, and did not say that it escaped;
//   - left nothing on the host: no process, file, mount or shared memory;
//   - changed nothing that was planted on the host for it to find;
//   - and the executor still runs the next program.
//
// # What is planted
//
// Before the attacks, Run puts on the host what they are after: files with a secret, an
// environment variable, an open descriptor that is passed on to children, a process of the
// same user, sockets on which whoever connects is told a secret, shared memory. Each secret
// is a random text, so that one which turns up in an output tells where it came from. All of
// it is gone when Run returns.
//
// # What is claimed
//
// Only what the executor claims to hold is put to the test: [Attack.Needs] says what an attack
// takes of its [judge.Enforcement]. Attacks that could harm the host need isolation=container,
// and besides refuse to begin in the process namespace that Run was called in. Attacks that
// need no more than isolation only look, and touch nothing but what was planted.
//
// # What is left out
//
// Attacks on compilers take a compiler, and are a test of this package. Those of interactive
// programs come with interaction. Checkers that misbehave are the business of the comparers.
package attack
