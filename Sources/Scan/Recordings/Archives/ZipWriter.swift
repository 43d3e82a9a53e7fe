internal import LibZip
public import Platform

/// Writes ZIP archives.
package enum ZipWriter {
  /// The bytes of an archive of files, deflated; equal files give equal bytes. Nil where memory does not suffice.
  package static func data(_ files: [(name: String, content: Data)]) -> Data? {
    // The archive lies in memory that outlives it.
    guard let source = zip_source_buffer_create(nil, 0, 0, nil) else { return nil }
    zip_source_keep(source)
    defer { zip_source_free(source) }
    guard let archive = zip_open_from_source(source, ZIP_TRUNCATE, nil) else {
      zip_source_free(source)
      return nil
    }
    for (name, content) in files where !add(name, content, to: archive) {
      zip_discard(archive)
      return nil
    }
    guard zip_close(archive) == 0 else {
      zip_discard(archive)
      return nil
    }
    return content(of: source)
  }

  /// The first day that a ZIP can state: no time of the run gets into the bytes.
  private static let firstDay: UInt16 = 1 << 5 | 1
  private static let mode = UInt32(S_IFREG | 0o644) << 16

  private static func add(_ name: String, _ content: Data, to archive: OpaquePointer) -> Bool {
    // libzip frees the copy when the archive is closed.
    guard let copy = malloc(max(content.count, 1)) else { return false }
    content.copyBytes(to: UnsafeMutableRawBufferPointer(start: copy, count: content.count))
    guard let source = zip_source_buffer(archive, copy, UInt64(content.count), 1) else {
      free(copy)
      return false
    }
    let index = zip_file_add(archive, name, source, UInt32(ZIP_FL_ENC_UTF_8))
    guard index >= 0 else {
      zip_source_free(source)
      return false
    }
    return zip_file_set_dostime(archive, UInt64(index), 0, firstDay, 0) == 0
      && zip_file_set_external_attributes(archive, UInt64(index), 0, UInt8(ZIP_OPSYS_UNIX), mode) == 0
  }

  private static func content(of source: OpaquePointer) -> Data? {
    guard zip_source_open(source) == 0 else { return nil }
    defer { zip_source_close(source) }
    guard zip_source_seek(source, 0, SEEK_END) == 0, case let size = zip_source_tell(source), size >= 0,
      zip_source_seek(source, 0, SEEK_SET) == 0
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(size))
    return zip_source_read(source, &bytes, UInt64(size)) == size ? Data(bytes) : nil
  }
}
