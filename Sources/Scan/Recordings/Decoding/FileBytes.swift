import Platform

/// The content of one file, or part of one, after the other, in memory that is reused.
struct FileBytes: ~Copyable {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var count = 0

  /// The last file's bytes, until the next is read.
  var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Reads `size` bytes of a file from `offset` on; false where it can't be read or holds fewer.
  mutating func read(_ path: String, offset: Int = 0, size: Int) -> Bool {
    count = 0
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    reserve(size)
    while count < size {
      let got = pread(file, memory.baseAddress! + count, size - count, off_t(offset + count))
      guard got > 0 else { return false }
      count += got
    }
    return true
  }

  /// Forgets what was read.
  mutating func clear() { count = 0 }

  /// Room for `size` bytes that `body` writes; it returns how many it wrote.
  mutating func fill<Failure: Error>(
    _ size: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    count = 0
    reserve(size)
    count = min(size, try body(UnsafeMutableRawBufferPointer(rebasing: memory[..<size])))
  }

  private mutating func reserve(_ size: Int) {
    guard memory.count < size || memory.baseAddress == nil else { return }
    memory.deallocate()
    memory = .allocate(byteCount: size + size / 4 + 1, alignment: 16)
  }

  deinit { memory.deallocate() }
}
