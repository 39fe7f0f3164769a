#!/bin/sh
# Runs the tests of package sandbox in small virtual machines whose kernel has cgroup version 2
# and no version 1: Debian's kernel, the static test binary, the program that it runs, and
# busybox, all in memory. Prints the machines' consoles, with a line "vm: PASS" or "vm: FAIL"
# for each test run, and fails unless every machine has passed all of them.
#
# It needs apt-get and dpkg-deb, qemu-system-x86_64, Go, and the network once: what it
# downloads is kept.
#
#   VM_CACHE    where that is kept (~/.cache/judge-vm)
#   VM_KERNELS  releases of Debian whose kernels are used (bookworm trixie: 6.1, where a
#               group's memory peak can not be reset, and 6.12, where it can)
#   VM_MIRROR   where Debian's packages come from (where the system's own do)
#   VM_ACCEL    qemu's accelerator (tcg, which is software and works everywhere; kvm is faster)
#   VM_TIMEOUT  seconds that a machine may take (1200)
#   VM_TESTS    which tests are run (a pattern of go test; all)
set -eu

cache=${VM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/judge-vm}
here=$(cd "$(dirname "$0")" && pwd)
mirror=${VM_MIRROR:-$(apt-get indextargets --format '$(SITE)' "Created-By: Packages" | head -n 1)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# download RELEASE: unpacks its kernel and busybox below $cache/RELEASE. The lists of packages
# are kept apart from the system's.
download() (
	[ ! -d "$cache/$1" ] || return 0
	mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/unpacked"
	cd "$work/apt"
	keyring=/usr/share/keyrings/debian-archive-keyring.gpg
	echo "deb [signed-by=$keyring] $mirror $1 main" >sources.list
	cat >apt.conf <<-END
		Dir::Etc::SourceList "$work/apt/sources.list";
		Dir::Etc::SourceParts "/dev/null";
		Dir::State "$work/apt";
		Dir::State::status "/dev/null";
		Dir::Cache "$work/apt";
		APT::Sandbox::User "root";
	END
	export APT_CONFIG="$work/apt/apt.conf"
	apt-get -q update
	kernel=$(apt-cache depends linux-image-cloud-amd64 | sed -n 's/^ *Depends: //p')
	apt-get -q download "$kernel" busybox-static
	for package in *.deb; do
		dpkg-deb -x "$package" "$work/unpacked"
	done
	mkdir -p "$cache"
	mv "$work/unpacked" "$cache/$1"
	rm -rf "$work/apt"
)

# build: makes the machines' file system, but for busybox.
build() (
	cd "$here/../.."
	mkdir -p "$work/root/bin" "$work/root/test"
	cp "$here/init" "$here/tests" "$work/root/"
	CGO_ENABLED=0 go test -c -o "$work/root/test/sandbox.test" .
	CGO_ENABLED=0 go build -o "$work/root/test/victim" ojbatch/judge/executortest/victim
)

# boot RELEASE: runs a machine, whose console is copied, and looks at what it says in the end.
# It has no cmpxchg16b, which qemu 7.2 emulates such that Linux 6.12 panics now and then.
boot() (
	busybox=$(find "$cache/$1" -path '*bin/busybox' -type f)
	cp "$busybox" "$work/root/bin/busybox"
	(cd "$work/root" && find . | "$busybox" cpio -o -H newc) >"$work/initramfs"
	timeout "${VM_TIMEOUT:-1200}" qemu-system-x86_64 \
		-accel "${VM_ACCEL:-tcg}" -cpu max,-cx16 -smp 2 -m 2048 -nodefaults -no-reboot \
		-display none -serial stdio \
		-kernel "$cache/$1"/boot/vmlinuz-* -initrd "$work/initramfs" \
		-append "console=ttyS0 quiet panic=-1 cgroup_no_v1=all vm.tests=${VM_TESTS:-.}" \
		</dev/null | tr -d '\r' | tee "$work/console"
	grep -q '^vm: all passed$' "$work/console"
)

build
failed=
for release in ${VM_KERNELS:-bookworm trixie}; do
	download "$release"
	echo "vm: Debian $release"
	boot "$release" || failed="$failed $release"
done
[ -z "$failed" ] || {
	echo "$0: failed on the kernel of:$failed" >&2
	exit 1
}
