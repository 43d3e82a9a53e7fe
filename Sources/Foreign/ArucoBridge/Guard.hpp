#pragma once
#include "ArucoBridge.h"

#include <cstdio>
#include <exception>

namespace calvaria {

/// Runs `body`; turns any exception into -1 and its message.
template <typename Body> int guarded(ArucoError *error, Body body) {
  try {
    body();
    return 0;
  } catch (const std::exception &exception) {
    std::snprintf(error->message, ARUCO_ERROR_SIZE, "%s", exception.what());
  } catch (...) {
    std::snprintf(error->message, ARUCO_ERROR_SIZE, "unknown exception");
  }
  return -1;
}

}  // namespace calvaria
