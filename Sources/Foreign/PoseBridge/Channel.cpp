#include "Channel.hpp"

#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace calvaria {

Channel::~Channel() { close(descriptor_); }

bool Channel::send(const void *bytes, size_t count) const {
#ifdef MSG_NOSIGNAL
  const int flags = MSG_NOSIGNAL;
#else
  const int flags = 0;
#endif
  auto next = static_cast<const uint8_t *>(bytes);
  while (count > 0) {
    const ssize_t sent = ::send(descriptor_, next, count, flags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent;
    count -= static_cast<size_t>(sent);
  }
  return true;
}

bool Channel::receive(void *bytes, size_t count, int patience) const {
  auto next = static_cast<uint8_t *>(bytes);
  while (count > 0) {
    pollfd end = {descriptor_, POLLIN, 0};
    const int ready = poll(&end, 1, patience > 0 ? patience * 1000 : -1);
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t got = recv(descriptor_, next, count, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got;
    count -= static_cast<size_t>(got);
  }
  return true;
}

}  // namespace calvaria
