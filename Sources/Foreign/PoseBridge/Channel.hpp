#pragma once
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace calvaria {

/// One end of a pair of sockets to another process. It owns the descriptor.
class Channel {
 public:
  explicit Channel(int descriptor) : descriptor_(descriptor) {}
  ~Channel();
  Channel(const Channel &) = delete;
  Channel &operator=(const Channel &) = delete;

  /// Sends bytes; false where the other end is gone.
  bool send(const void *bytes, size_t count) const;

  /// Fills memory; false where the other end is gone first, or sends nothing for so many seconds (0: waits for ever).
  bool receive(void *bytes, size_t count, int patience = 0) const;

  template <typename Value> bool send(const Value &value) const {
    static_assert(std::is_trivially_copyable_v<Value>);
    return send(&value, sizeof value);
  }
  template <typename Value> bool receive(Value &value, int patience = 0) const {
    static_assert(std::is_trivially_copyable_v<Value>);
    return receive(&value, sizeof value, patience);
  }

 private:
  int descriptor_;
};

}  // namespace calvaria
