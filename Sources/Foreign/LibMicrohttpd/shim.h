#pragma once

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

// Swift can't call functions with any number of arguments, and sees the types of sockets differently on each system.

/// A socket that listens on 127.0.0.1, at the given port or, for 0, at a free one, which is written back; -1 and errno where
/// there is none.
static inline int listen_on_loopback(uint16_t *port) {
  int one = 1;
  struct sockaddr_in address = {0};
  socklen_t size = sizeof address;
  address.sin_family = AF_INET;
  address.sin_port = htons(*port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int listening = socket(AF_INET, SOCK_STREAM, 0);
  if (listening < 0) return -1;
  // Programs that are started meanwhile must not hold the port.
  if (fcntl(listening, F_SETFD, FD_CLOEXEC) != 0 ||
      setsockopt(listening, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) != 0 ||
      bind(listening, (struct sockaddr *)&address, size) != 0 || listen(listening, SOMAXCONN) != 0 ||
      getsockname(listening, (struct sockaddr *)&address, &size) != 0) {
    int reason = errno;
    close(listening);
    errno = reason;
    return -1;
  }
  *port = ntohs(address.sin_port);
  return listening;
}

/// Serves on a listening socket, by a thread of its own; NULL where that fails. The context is what both functions are given.
///
/// A head may take about 100 kB: a browser sends the cookies of all servers on this address, and the library holds them twice.
/// A connection that stands still for a minute is closed.
static inline struct MHD_Daemon *serve_http(
    int listening, MHD_AccessHandlerCallback handle, MHD_RequestCompletedCallback complete, void *context) {
  return MHD_start_daemon(
      MHD_USE_AUTO_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, context, MHD_OPTION_LISTEN_SOCKET,
      listening, MHD_OPTION_NOTIFY_COMPLETED, complete, context, MHD_OPTION_CONNECTION_TIMEOUT, 60u,
      MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(128 << 10), MHD_OPTION_END);
}
