#pragma once
#include "PoseBridge.h"

#include <opencv2/core.hpp>

#include <cstdio>
#include <exception>
#include <string>

namespace calvaria {

/// A message as one line: OpenCV's have several.
inline void tell(PoseError *error, const std::string &text) {
  std::string line;
  for (const char c : text) {
    const bool isSpace = c == '\n' || c == '\r' || c == '\t' || c == ' ';
    if (!isSpace)
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
  }
  std::snprintf(error->message, POSE_ERROR_SIZE, "%s", line.c_str());
}

/// Runs `body`; turns any exception into -1 and its message.
template <typename Body> int guarded(PoseError *error, Body body) {
  try {
    body();
    return 0;
  } catch (const cv::Exception &exception) {
    tell(error, exception.err.empty() ? exception.what() : exception.err);
  } catch (const std::exception &exception) {
    tell(error, exception.what());
  } catch (...) {
    tell(error, "unknown exception");
  }
  return -1;
}

}  // namespace calvaria
