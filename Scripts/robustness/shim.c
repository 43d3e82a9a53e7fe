// Makes system calls fail on files below a folder, or steps the clock, in a program before which it is loaded (LD_PRELOAD).
//
// FAULT=KIND:NUMBER:FOLDER. From the NUMBERth call on: `read-eio`, `write-eio`, `write-enospc`, `write-edquot` fail
// with that error; `read-short` and `write-short` take at most 1,000 bytes, `clock-back` and `clock-ahead` tell a time that is
// off by a day. The first of these calls makes the file FAULT_REACHED. What a library maps or reads by readv is
// left out.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static char kind[32], folder[4096];
static long number;
static atomic_long calls;

__attribute__((constructor)) static void begin(void) {
  const char *fault = getenv("FAULT");
  if (!fault || sscanf(fault, "%31[^:]:%ld:%4095s", kind, &number, folder) < 2) kind[0] = 0;
}

static int is(const char *wanted) { return strncmp(kind, wanted, strlen(wanted)) == 0; }

/// Whether the fault's number is reached with this call.
static int reached(void) {
  const long call = atomic_fetch_add(&calls, 1);
  const char *mark = getenv("FAULT_REACHED");
  if (call == number && mark) close(open(mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  return call >= number;
}

/// Whether a call on a file is to fail.
static int fails(int file) {
  char name[64], path[4096];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  const int saved = errno;
  const ssize_t length = readlink(name, path, sizeof path - 1);
  errno = saved;
  if (length <= 0 || strncmp(path, folder, strlen(folder)) != 0) return 0;
  return reached();
}

static int error_of(void) {
  return strstr(kind, "enospc") ? ENOSPC : strstr(kind, "edquot") ? EDQUOT : EIO;
}

static size_t less(size_t size) { return size < 1000 ? (size + 1) / 2 : 1000; }

#define ORIGINAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define TRANSFER(group, name, bytes, parameters, arguments, shorter)  \
  ssize_t name parameters {                                           \
    static __typeof__(&name) original;                                \
    if (!original) original = ORIGINAL(name);                         \
    if (is(group) && bytes > 0 && fails(file)) {                      \
      if (strstr(kind, "short")) return original shorter;             \
      errno = error_of();                                             \
      return -1;                                                      \
    }                                                                 \
    return original arguments;                                        \
  }

TRANSFER("read", read, size, (int file, void *to, size_t size), (file, to, size), (file, to, less(size)))
TRANSFER("read", pread, size, (int file, void *to, size_t size, off_t at), (file, to, size, at), (file, to, less(size), at))
TRANSFER("read", pread64, size, (int file, void *to, size_t size, off64_t at), (file, to, size, at), (file, to, less(size), at))
TRANSFER("write", write, size, (int file, const void *from, size_t size), (file, from, size), (file, from, less(size)))
TRANSFER("write", pwrite, size, (int file, const void *from, size_t size, off_t at), (file, from, size, at), (file, from, less(size), at))
TRANSFER("write", pwrite64, size, (int file, const void *from, size_t size, off64_t at), (file, from, size, at), (file, from, less(size), at))

/// What a library reads by a FILE does not come through `read`; a short read would mean the end of the file here.
size_t fread(void *to, size_t size, size_t count, FILE *file) {
  if (!is("read-eio") || size * count == 0 || !fails(fileno(file))) return ORIGINAL(fread)(to, size, count, file);
  file->_flags |= 0x20;  // what ferror asks for
  errno = EIO;
  return 0;
}

static long step(void) {
  if (!is("clock") || !reached()) return 0;
  return is("clock-back") ? -86400 : 86400;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  static __typeof__(&clock_gettime) original;
  if (!original) original = ORIGINAL(clock_gettime);
  const int result = original(clock, now);
  // The steady clock is not stepped by who sets the time.
  if (result == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += step();
  return result;
}

int gettimeofday(struct timeval *now, void *zone) {
  const int result = ORIGINAL(gettimeofday)(now, zone);
  if (result == 0) now->tv_sec += step();
  return result;
}

time_t time(time_t *now) {
  const time_t result = ORIGINAL(time)(NULL) + step();
  if (now) *now = result;
  return result;
}
