internal import LibZip
import Platform

/// A file that libzip reads, and where it reads next.
///
/// libzip asks for the few bytes of each header by themselves; what follows a header is kept, so that a list of
/// thousands takes one call of the system for some sixty entries.
struct FilePlace {
  let size: Int
  var offset = 0
  var error = zip_error_t()

  private let descriptor: Int32
  private var kept = [UInt8](repeating: 0, count: 4096)
  /// The bytes of the file that `kept` holds.
  private var keptRange = 0..<0

  init(descriptor: Int32, size: Int) {
    (self.descriptor, self.size) = (descriptor, size)
    zip_error_init(&error)
  }

  /// Reads what follows to memory; fewer bytes at the end of the file, -1 where reading fails.
  mutating func read(_ memory: UnsafeMutableRawBufferPointer) -> Int64 {
    let wanted = offset..<(offset + memory.count)
    if memory.count <= kept.count {
      if !(keptRange.contains(wanted.lowerBound) && wanted.upperBound <= keptRange.upperBound) {
        let start = wanted.lowerBound
        let count = kept.withUnsafeMutableBytes { pread(descriptor, $0, at: start) }
        guard let count else { return failed() }
        keptRange = start..<(start + count)
      }
      let count = min(memory.count, keptRange.upperBound - wanted.lowerBound)
      let first = wanted.lowerBound - keptRange.lowerBound
      memory.copyBytes(from: kept[first..<(first + count)])
      offset += count
      return Int64(count)
    }
    guard let count = pread(descriptor, memory, at: offset) else { return failed() }
    offset += count
    return Int64(count)
  }

  private mutating func failed() -> Int64 {
    zip_error_set(&error, ZIP_ER_READ, errno)
    return -1
  }
}

/// Reads bytes of a file from a place on; how many, fewer at its end, or nil where reading fails.
func pread(_ descriptor: Int32, _ memory: UnsafeMutableRawBufferPointer, at offset: Int) -> Int? {
  var done = 0
  while done < memory.count {
    let got = Platform.pread(descriptor, memory.baseAddress! + done, memory.count - done, offset + done)
    if got < 0, errno == EINTR { continue }
    guard got >= 0 else { return nil }
    if got == 0 { break }
    done += got
  }
  return done
}
