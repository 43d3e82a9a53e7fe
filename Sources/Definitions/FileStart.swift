#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The beginning of a file.
package enum FileStart {
  /// The first bytes of a file, one more than is allowed: a device or a huge file is not read to its end. Nil where the
  /// file can't be read.
  package static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
      count = fread(buffer.baseAddress, 1, buffer.count, file)
    }
    return ferror(file) == 0 ? bytes : nil
  }
}
