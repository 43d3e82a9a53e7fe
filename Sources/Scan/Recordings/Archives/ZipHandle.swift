internal import LibZip
import Platform

/// libzip's view of an archive, for one thread at a time.
///
/// Handles of one archive share its descriptor and read from it at places of their own (`pread`).
final class ZipHandle {
  let archive: OpaquePointer

  /// - Parameters:
  ///   - descriptor: of a file that stays open as long as the handle.
  ///   - size: of the file in bytes.
  init(_ descriptor: Int32, size: Int) throws(ZipError) {
    var error = zip_error_t()
    zip_error_init(&error)
    defer { zip_error_fini(&error) }
    let place = UnsafeMutablePointer<FilePlace>.allocate(capacity: 1)
    place.initialize(to: FilePlace(descriptor: descriptor, size: size))
    guard let source = zip_source_function_create(readFile, place, &error) else {
      place.deallocate()
      throw .notAnArchive(reason: String(cString: zip_error_strerror(&error)))
    }
    guard let archive = zip_open_from_source(source, ZIP_RDONLY, &error) else {
      zip_source_free(source)
      throw .notAnArchive(reason: String(cString: zip_error_strerror(&error)))
    }
    self.archive = archive
  }

  deinit { zip_discard(archive) }

  /// The entries of the list.
  var count: Int { Int(clamping: zip_get_num_entries(archive, 0)) }

  /// Writes the content of an entry to memory of exactly its size; its checksum has been verified afterwards.
  func read(_ entry: ZipEntry, into memory: UnsafeMutableRawBufferPointer) throws(ZipError.EntryFault) {
    guard let file = zip_fopen_index(archive, UInt64(entry.index), 0) else {
      throw .damaged(reason: String(cString: zip_strerror(archive)))
    }
    defer { zip_fclose(file) }
    var count = 0
    while count < memory.count {
      let got = zip_fread(file, memory.baseAddress! + count, UInt64(memory.count - count))
      guard got >= 0 else { throw fault(file) }
      guard got > 0 else { throw .size }
      count += Int(got)
    }
    // libzip verifies the checksum at the end, which it meets when more is asked for.
    var more: UInt8 = 0
    let got = zip_fread(file, &more, 1)
    guard got >= 0 else { throw fault(file) }
    guard got == 0 else { throw .size }
  }

  private func fault(_ file: OpaquePointer) -> ZipError.EntryFault {
    switch zip_error_code_zip(zip_file_get_error(file)) {
    case ZIP_ER_CRC: .checksum
    case ZIP_ER_INCONS: .size
    default: .damaged(reason: String(cString: zip_file_strerror(file)))
    }
  }
}

/// libzip's questions to a source of bytes (zip_source_function(3)).
private func readFile(
  _ context: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?, _ length: UInt64, _ command: zip_source_cmd_t
) -> Int64 {
  let place = context!.assumingMemoryBound(to: FilePlace.self)
  switch command {
  case ZIP_SOURCE_OPEN:
    place.pointee.offset = 0
    return 0
  case ZIP_SOURCE_READ:
    return place.pointee.read(UnsafeMutableRawBufferPointer(start: data, count: Int(clamping: length)))
  case ZIP_SOURCE_CLOSE:
    return 0
  case ZIP_SOURCE_SEEK:
    let size = UInt64(place.pointee.size)
    let offset = zip_source_seek_compute_offset(
      UInt64(place.pointee.offset), size, data!, length, &place.pointee.error)
    guard offset >= 0 else { return -1 }
    place.pointee.offset = Int(offset)
    return 0
  case ZIP_SOURCE_TELL:
    return Int64(place.pointee.offset)
  case ZIP_SOURCE_STAT:
    let status = data!.assumingMemoryBound(to: zip_stat_t.self)
    zip_stat_init(status)
    status.pointee.size = UInt64(place.pointee.size)
    status.pointee.valid = UInt64(ZIP_STAT_SIZE)
    return Int64(MemoryLayout<zip_stat_t>.size)
  case ZIP_SOURCE_ERROR:
    return zip_error_to_data(&place.pointee.error, data!, length)
  case ZIP_SOURCE_FREE:
    zip_error_fini(&place.pointee.error)
    place.deinitialize(count: 1)
    place.deallocate()
    return 0
  case ZIP_SOURCE_SUPPORTS:
    let commands = [
      ZIP_SOURCE_OPEN, ZIP_SOURCE_READ, ZIP_SOURCE_CLOSE, ZIP_SOURCE_STAT, ZIP_SOURCE_ERROR, ZIP_SOURCE_FREE,
      ZIP_SOURCE_SEEK, ZIP_SOURCE_TELL, ZIP_SOURCE_SUPPORTS,
    ]
    return commands.reduce(0) { $0 | 1 << Int64($1.rawValue) }
  default:
    zip_error_set(&place.pointee.error, ZIP_ER_OPNOTSUPP, 0)
    return -1
  }
}
