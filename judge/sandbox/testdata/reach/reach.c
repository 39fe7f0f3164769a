// Reach tries one thing that a contained program must not be able to do. It exits with 0 if it
// could, and else with 1 and the reason on stderr. Where nothing contains it, it can do all of
// them, and does no harm.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <fcntl.h>
#include <mqueue.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/msg.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

static int reads(const char *path) { return open(path, O_RDONLY); }
static int writes(const char *path) { return open(path, O_WRONLY); }
static int creates(const char *dir) {
  char path[4096];
  snprintf(path, sizeof path, "%s/new", dir);
  int fd = open(path, O_WRONLY | O_CREAT, 0600);
  return fd < 0 ? -1 : unlink(path);
}
static int lists(const char *dir) { return opendir(dir) ? 0 : -1; }
static int truncates(const char *path) { return truncate(path, 3); }
static int modes(const char *path) { return chmod(path, 0600); }
static int modes_open(const char *path) {
  int fd = open(path, O_RDONLY);
  return fd < 0 ? -1 : fchmod(fd, 0600);
}
static int times(const char *path) { return utimensat(AT_FDCWD, path, NULL, 0); }
static int watches(const char *dir) { return inotify_add_watch(inotify_init(), dir, IN_CREATE); }

static int tcp(const char *port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  return fd < 0 ? -1 : connect(fd, (struct sockaddr *)&to, sizeof to);
}
static int udp(const char *port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int fd = socket(AF_INET, SOCK_DGRAM, 0);
  return fd < 0 ? -1 : (int)sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to);
}
// A name that begins with @ is abstract.
static socklen_t address(struct sockaddr_un *to, const char *name) {
  to->sun_family = AF_UNIX;
  strcpy(to->sun_path, name);
  if (name[0] == '@') to->sun_path[0] = 0;
  return offsetof(struct sockaddr_un, sun_path) + strlen(name) + (name[0] != '@');
}
static int stream(const char *name) {
  struct sockaddr_un to;
  socklen_t size = address(&to, name);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  return fd < 0 ? -1 : connect(fd, (struct sockaddr *)&to, size);
}
static int datagram(const char *name) {
  struct sockaddr_un to;
  socklen_t size = address(&to, name);
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair)) return -1;
  return (int)sendto(pair[0], "x", 1, 0, (struct sockaddr *)&to, size);
}

static int signals(const char *pid) { return kill(atoi(pid), 0); }
static int signals_thread(const char *pid) { return syscall(SYS_tkill, atoi(pid), 0); }
static int signals_all(const char *unused) { return kill(-1, 0); }
static int owns(const char *pid) {
  struct f_owner_ex ex = {F_OWNER_TID, atoi(pid)};
  int fd[2];
  return pipe(fd) || (fcntl(fd[0], F_SETOWN, atoi(pid)) && fcntl(fd[0], F_SETOWN_EX, &ex)) ? -1 : 0;
}
static int priority(const char *pid) {
  return setpriority(PRIO_PROCESS, atoi(pid), getpriority(PRIO_PROCESS, atoi(pid)));
}
static int affinity(const char *pid) {
  cpu_set_t set;
  return sched_getaffinity(atoi(pid), sizeof set, &set)
             ? -1
             : sched_setaffinity(atoi(pid), sizeof set, &set);
}
static int limits(const char *pid) {
  struct rlimit l;
  return prlimit(atoi(pid), RLIMIT_NOFILE, NULL, &l);
}
static int shared_memory(const char *unused) {
  int id = shmget(IPC_PRIVATE, 4096, 0600);
  return id < 0 ? -1 : shmctl(id, IPC_RMID, NULL);
}
static int semaphore(const char *unused) {
  int id = semget(IPC_PRIVATE, 1, 0600);
  return id < 0 ? -1 : semctl(id, 0, IPC_RMID);
}
static int messages(const char *unused) {
  int id = msgget(IPC_PRIVATE, 0600);
  return id < 0 ? -1 : msgctl(id, IPC_RMID, NULL);
}
static int posix_messages(const char *name) {
  int id = mq_open(name, O_RDWR | O_CREAT, 0600, NULL);
  return id < 0 ? -1 : mq_unlink(name);
}

static const struct {
  const char *name;
  int (*try)(const char *);
} ways[] = {
    {"reads", reads}, {"writes", writes}, {"creates", creates}, {"lists", lists},
    {"truncates", truncates}, {"modes", modes}, {"modes_open", modes_open}, {"times", times},
    {"watches", watches}, {"tcp", tcp}, {"udp", udp}, {"stream", stream},
    {"datagram", datagram}, {"signals", signals}, {"signals_thread", signals_thread},
    {"signals_all", signals_all}, {"owns", owns}, {"priority", priority},
    {"affinity", affinity}, {"limits", limits},
    {"shared_memory", shared_memory}, {"semaphore", semaphore}, {"messages", messages},
    {"posix_messages", posix_messages},
};

int main(int argc, char **argv) {
  for (size_t i = 0; argc == 3 && i < sizeof ways / sizeof *ways; i++)
    if (!strcmp(argv[1], ways[i].name)) {
      if (ways[i].try(argv[2]) >= 0) return 0;
      perror(argv[1]);
      return 1;
    }
  fprintf(stderr, "usage: reach WAY WHAT\n");
  return 2;
}
