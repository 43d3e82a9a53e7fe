#pragma once
#include <algorithm>
#include <atomic>
#include <exception>
#include <functional>
#include <system_error>
#include <thread>
#include <vector>

namespace calvaria {

/// Calls `body` once for each index of 0 ..< count, on up to `threads` threads, and returns when all calls have.
///
/// Which thread takes an index is open, so calls must be independent. An exception of a call is thrown here.
template <typename Body> void forEach(int count, int threads, Body body) {
  std::atomic<int> next{0};
  std::vector<std::exception_ptr> failures(std::max(1, std::min(threads, count)));
  const auto work = [&](std::exception_ptr &failure) {
    try {
      for (int index; (index = next++) < count;) body(index);
    } catch (...) {
      failure = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  try {
    for (size_t t = 1; t < failures.size(); ++t) others.emplace_back(work, std::ref(failures[t]));
  } catch (const std::system_error &) {
    // No more threads are available: those that exist do the work.
  }
  work(failures[0]);
  for (auto &thread : others) thread.join();
  for (const auto &failure : failures)
    if (failure) std::rethrow_exception(failure);
}

}  // namespace calvaria
