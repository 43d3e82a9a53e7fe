import Platform

/// The content of one file after the other, in memory that is reused.
struct FileBytes: ~Copyable {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var count = 0

  /// The last file's bytes, until the next is read.
  var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Reads a file of `size` bytes; false where it can't be read or holds fewer.
  mutating func read(_ path: String, size: Int) -> Bool {
    count = 0
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    if memory.count < size {
      memory.deallocate()
      memory = .allocate(byteCount: size + size / 4, alignment: 16)
    }
    while count < size {
      let got = Platform.read(file, memory.baseAddress! + count, size - count)
      guard got > 0 else { return false }
      count += got
    }
    return true
  }

  deinit { memory.deallocate() }
}
