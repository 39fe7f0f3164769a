package attack

import (
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// network are attacks by sockets. They reach nothing but what was planted.
var network = []Attack{
	{
		Name: "tcp", Doc: "connects to a port of the judge's machine",
		Needs: []string{"network"}, steps: once(func(s *scene) error {
			s.dial("tcp", fmt.Sprintf("127.0.0.1:%d", s.Host.TCP))
			s.dial("tcp", fmt.Sprintf("[::1]:%d", s.Host.TCP))
			return nil
		}),
	},
	{
		Name: "udp", Doc: "sends a datagram to the judge's machine",
		Needs: []string{"network"}, steps: once(func(s *scene) error {
			s.dial("udp", fmt.Sprintf("127.0.0.1:%d", s.Host.UDP))
			return nil
		}),
	},
	{
		Name: "route", Doc: "looks for a way to other machines",
		Needs: []string{"network"}, steps: once(routes),
	},
	{
		Name: "abstract-socket", Doc: "connects to a unix socket of the judge's without a path",
		Needs: []string{"isolation"}, steps: once(func(s *scene) error {
			s.dial("unix", "@"+s.Host.Abstract)
			return nil
		}),
	},
	{
		Name: "unix-socket", Doc: "connects to a unix socket of the judge's by its path",
		Needs: []string{"isolation"}, steps: once(func(s *scene) error {
			for _, way := range waysToRoot(s) {
				s.dial("unix", way+s.Host.Socket)
			}
			return nil
		}),
	},
	{
		Name: "families", Doc: "opens sockets that speak to the kernel, devices or virtual machines",
		Needs: []string{contained}, steps: once(families),
	},
	{
		Name: "interface-up", Doc: "switches its network interface on",
		Needs: []string{contained}, steps: once(interfaceUp),
	},
}

// dial connects, speaks first, and shows what it is told.
func (s *scene) dial(network, address string) {
	conn, err := net.DialTimeout(network, address, time.Second)
	if err != nil {
		s.shows("connect to "+address, nil, err)
		return
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(time.Second))
	conn.Write([]byte("tell me"))
	text := make([]byte, page)
	n, err := conn.Read(text)
	if err == io.EOF {
		err = nil
	}
	s.shows("connected to "+address, text[:n], err)
}

// routes asks the kernel for a way to addresses that are nobody's, by a connection of
// datagrams, which sends nothing.
func routes(s *scene) error {
	for _, address := range []string{"192.0.2.1:53", "[2001:db8::1]:53", "255.255.255.255:53"} {
		conn, err := net.Dial("udp", address)
		s.try("find a way to "+address, err)
		if err == nil {
			conn.Close()
		}
	}
	return nil
}

func families(s *scene) error {
	for _, f := range []struct {
		name             string
		family, kind, id int
	}{
		{"raw", unix.AF_INET, unix.SOCK_RAW, unix.IPPROTO_ICMP},
		{"raw 6", unix.AF_INET6, unix.SOCK_RAW, unix.IPPROTO_ICMPV6},
		{"packet", unix.AF_PACKET, unix.SOCK_RAW, 0},
		{"netlink", unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_ROUTE},
		{"netfilter", unix.AF_NETLINK, unix.SOCK_RAW, unix.NETLINK_NETFILTER},
		{"vsock", unix.AF_VSOCK, unix.SOCK_STREAM, 0},
		{"crypto", unix.AF_ALG, unix.SOCK_SEQPACKET, 0},
		{"key", unix.AF_KEY, unix.SOCK_RAW, 2},
		{"bluetooth", unix.AF_BLUETOOTH, unix.SOCK_RAW, 1},
		{"can", unix.AF_CAN, unix.SOCK_RAW, 1},
		{"tipc", unix.AF_TIPC, unix.SOCK_STREAM, 0},
		{"rds", unix.AF_RDS, unix.SOCK_SEQPACKET, 0},
		{"xdp", unix.AF_XDP, unix.SOCK_RAW, 0},
		{"smc", unix.AF_SMC, unix.SOCK_STREAM, 0},
		{"netlink, garbled", unix.AF_NETLINK | 1<<32, unix.SOCK_RAW, unix.NETLINK_ROUTE},
		{"vsock, garbled", unix.AF_VSOCK | 1<<32, unix.SOCK_STREAM, 0},
	} {
		fd, err := unix.Socket(f.family, f.kind|unix.SOCK_CLOEXEC, f.id)
		s.try("open a socket: "+f.name, err)
		if err == nil {
			unix.Close(fd)
		}
	}
	return nil
}

func interfaceUp(s *scene) error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(fd)
	request, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	request.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(fd), unix.SIOCSIFFLAGS, address(request))
	s.tried("switch the interface on", errno)
	if _, err := os.ReadDir("/sys/class/net"); err == nil {
		s.escaped("the host's interfaces are listed")
	}
	return nil
}

// listenAbstract is a child that keeps a socket, for the next run to find.
func listenAbstract(s *scene) error {
	l, err := net.Listen("unix", "@"+s.Marker)
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	os.Stdout.Close()
	return sleep(s)
}
