package import Diagnostics
package import Files
internal import LibZip
import Platform
import Synchronization

/// A ZIP archive that is read in place: nothing is unpacked to disk.
///
/// Any number of threads may read at once. libzip's handles are for one thread at a time, so a read takes an idle one, or
/// opens another where all are busy: there are never more than threads that read at once, and none waits for another.
/// One handle behind a lock would make the threads of a reconstruction wait in line for the inflating.
package final class ZipArchive: Sendable {
  /// The entries in the order of the archive's list, folders among them.
  package let entries: [ZipEntry]

  private let descriptor: Int32
  private let size: Int
  private let idle = Mutex<[Idle]>([])

  /// A handle that no thread has.
  private struct Idle: @unchecked Sendable {
    let handle: ZipHandle
  }

  /// Opens an archive and reads its list.
  ///
  /// - Parameters:
  ///   - path: of a regular file.
  ///   - entryLimit: the most entries that it may have.
  package init(_ path: String, entryLimit: Int = 200_000) throws(ZipError) {
    let file: (descriptor: Int32, size: Int)
    do throws(InputFile.Fault) { file = try InputFile.open(path) } catch { throw .file(error) }
    do throws(ZipError) {
      // To libzip, no bytes at all are an archive without entries.
      guard file.size > 0 else { throw .notAnArchive(reason: "the file is empty") }
      if let count = ZipEnd.entryCount(file.descriptor, size: file.size), count > entryLimit {
        throw .tooManyEntries(count: count, limit: entryLimit)
      }
      let handle = try ZipHandle(file.descriptor, size: file.size)
      entries = try Self.entries(handle, fileSize: file.size, limit: entryLimit)
      idle.withLock { $0.append(Idle(handle: handle)) }
    } catch {
      close(file.descriptor)
      throw error
    }
    (descriptor, size) = file
  }

  deinit {
    idle.withLock { $0 = [] }
    close(descriptor)
  }

  /// Throws where the list alone shows that an entry can't be read: worth asking before memory is taken for it.
  package func check(_ index: Int) throws(ZipError) {
    if let fault = entries[index].fault { throw .entry(entries[index].name, fault) }
  }

  /// Writes the content of an entry to memory.
  ///
  /// - Parameters:
  ///   - index: of `entries`.
  ///   - memory: of exactly the entry's size.
  /// - Throws: `ZipError.entry` where the entry is not a plain file, lies about its size or is damaged; what the memory
  ///   holds then has no meaning.
  package func read(_ index: Int, into memory: UnsafeMutableRawBufferPointer) throws(ZipError) {
    let entry = entries[index]
    precondition(memory.count == entry.size, "memory of another size than the entry")
    try check(index)
    let handle =
      if let taken = idle.withLock({ $0.popLast() }) { taken.handle } else { try ZipHandle(descriptor, size: size) }
    do throws(ZipError.EntryFault) { try handle.read(entry, into: memory) } catch { throw .entry(entry.name, error) }
    // One that failed is not used again, whatever its state is.
    idle.withLock { $0.append(Idle(handle: handle)) }
  }

  /// The content of an entry.
  ///
  /// - Parameter limit: the most bytes that it may have; checked before memory is taken for it.
  package func bytes(_ index: Int, atMost limit: Int) throws(ZipError) -> [UInt8] {
    let entry = entries[index]
    try check(index)
    guard entry.size <= limit else { throw .entry(entry.name, .tooLarge(bytes: entry.size, limit: limit)) }
    var failure: ZipError?
    let bytes = [UInt8](unsafeUninitializedCapacity: entry.size) { buffer, count in
      do throws(ZipError) {
        try read(index, into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: entry.size))
        count = entry.size
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return bytes
  }

  private static func entries(_ handle: ZipHandle, fileSize: Int, limit: Int) throws(ZipError) -> [ZipEntry] {
    let count = handle.count
    guard count <= limit else { throw .tooManyEntries(count: count, limit: limit) }
    var entries: [ZipEntry] = []
    entries.reserveCapacity(count)
    var names: Set<String> = []
    var packed = 0
    for index in 0..<count {
      let entry = try ZipEntry(handle.archive, index)
      guard names.insert(entry.name).inserted else { throw .name(entry.name, .repeated) }
      // Entries that share their bytes make a bomb of any size out of a small file (Fifield 2019, "A better zip bomb").
      guard entry.packedSize <= fileSize - packed else { throw .overlapping }
      packed += entry.packedSize
      entries.append(entry)
    }
    return entries
  }
}

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

/// A file in a ZIP archive, by the archive's list.
package struct ZipEntry: Sendable, Equatable {
  /// Its place in the list.
  package let index: Int
  /// Its path in the archive: relative, parts separated by `/`.
  package let name: String
  /// Its bytes, and those that they take in the archive.
  package let size, packedSize: Int
  /// What keeps it from being read, if anything does.
  let fault: ZipError.EntryFault?

  /// Reads the entry of an index from the list of an archive.
  init(_ archive: OpaquePointer, _ index: Int) throws(ZipError) {
    var status = zip_stat_t()
    let needed = UInt64(ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD)
    guard zip_stat_index(archive, UInt64(index), 0, &status) == 0, status.valid & needed == needed,
      let text = status.name, let size = Int(exactly: status.size), let packedSize = Int(exactly: status.comp_size)
    else { throw .notAnArchive(reason: String(cString: zip_strerror(archive))) }
    (self.index, self.size, self.packedSize) = (index, size, packedSize)
    name = String(cString: text)
    try Self.check(name)
    fault = Self.fault(archive, index, status, name)
  }

  /// A path that can't leave the folder that it would be unpacked to, in printable characters.
  private static func check(_ name: String) throws(ZipError) {
    guard name.unicodeScalars.allSatisfy({ $0.value >= 32 && $0.value != 127 }) else { throw .name(name, .notText) }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    // The last part of a folder is empty.
    let isPlain = !parts.dropLast().contains { $0.isEmpty || $0 == "." || $0 == ".." } && parts.last != ".."
    let isDrive = name.utf8.dropFirst().first == UInt8(ascii: ":")
    guard isPlain, !name.isEmpty, !name.contains("\\"), !isDrive else { throw .name(name, .leadsOutside) }
  }

  private static func fault(
    _ archive: OpaquePointer, _ index: Int, _ status: zip_stat_t, _ name: String
  ) -> ZipError.EntryFault? {
    if name.hasSuffix("/") || !isFile(archive, index) { return .notAFile }
    if status.encryption_method != UInt16(ZIP_EM_NONE) { return .encrypted }
    switch Int32(status.comp_method) {
    case ZIP_CM_STORE: return status.size == status.comp_size ? nil : .size
    // Deflate packs 258 bytes into two bits at best; a larger claim is a lie.
    case ZIP_CM_DEFLATE: return status.size / 1032 <= status.comp_size ? nil : .size
    default: return .method(Int(status.comp_method))
    }
  }

  /// False for what Unix calls a folder, a link or a device.
  private static func isFile(_ archive: OpaquePointer, _ index: Int) -> Bool {
    var (system, attributes): (UInt8, UInt32) = (0, 0)
    guard zip_file_get_external_attributes(archive, UInt64(index), 0, &system, &attributes) == 0 else { return false }
    let kind = mode_t(attributes >> 16) & S_IFMT
    return system != UInt8(ZIP_OPSYS_UNIX) || kind == 0 || kind == S_IFREG
  }
}

/// The record at the end of an archive, read before libzip makes room for as many entries as it names.
enum ZipEnd {
  /// The entries that the archive says it has; nil where its end is not as expected, which is libzip's to judge.
  static func entryCount(_ descriptor: Int32, size: Int) -> Int? {
    // A comment of up to 65,535 bytes follows the record of 22.
    let start = max(0, size - 22 - 65_535)
    guard let tail = bytes(descriptor, start, size - start) else { return nil }
    let signature: [UInt8] = [0x50, 0x4B, 5, 6]
    guard tail.count >= 22,
      let end = (0...(tail.count - 22)).last(where: { tail[$0..<($0 + 4)].elementsEqual(signature) })
    else { return nil }
    let count = number(tail[(end + 10)..<(end + 12)])
    guard count == 0xFFFF, end >= 20, tail[(end - 20)..<(end - 16)].elementsEqual([0x50, 0x4B, 6, 7]) else {
      return count
    }
    // ZIP64: a locator before the record says where another record with the count is.
    guard let place = number(tail[(end - 12)..<(end - 4)]), place <= size - 56,
      let record = bytes(descriptor, place, 56), record.prefix(4).elementsEqual([0x50, 0x4B, 6, 6])
    else { return nil }
    return number(record[32..<40])
  }

  private static func bytes(_ descriptor: Int32, _ start: Int, _ count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { pread(descriptor, $0, at: start) }
    return got == count ? bytes : nil
  }

  /// A little-endian number; nil where an `Int` can't hold it.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}

/// Why a ZIP archive, or an entry of it, can't be read.
package enum ZipError: Error, Equatable {
  /// The file can't be opened, or is none.
  case file(InputFile.Fault)
  /// The file is no ZIP archive, or its list of entries is damaged; libzip's reason.
  case notAnArchive(reason: String)
  /// It has more entries than are read.
  case tooManyEntries(count: Int, limit: Int)
  /// The name of an entry is absolute, leads out of the archive, is not text, or stands there twice.
  case name(String, NameFault)
  /// The entries claim more bytes of the file than it has, so they lie over each other.
  case overlapping
  /// An entry can't be read.
  case entry(String, EntryFault)

  /// What is wrong with a name.
  package enum NameFault: Sendable, Equatable {
    case leadsOutside
    case notText
    case repeated
  }

  /// What is wrong with an entry.
  package enum EntryFault: Error, Equatable {
    /// It is a folder, a link or a device.
    case notAFile
    case encrypted
    /// It is packed by another method than the two that are read, none and deflate.
    case method(Int)
    /// It is larger than the caller takes.
    case tooLarge(bytes: Int, limit: Int)
    /// It has more or fewer bytes than it says.
    case size
    /// Its bytes don't have its checksum.
    case checksum
    /// libzip's reason.
    case damaged(reason: String)
  }
}

extension ZipError {
  /// What was found in place of a readable archive or entry; libzip's own reasons are English.
  package var found: FindingValue {
    switch self {
    case .file(let fault): fault.found
    case .notAnArchive(let reason): .phrase("no_zip", ["reason": .text(reason)])
    case .tooManyEntries(let count, let limit):
      .phrase("too_many_entries", ["count": .count(count), "limit": .count(limit)])
    case .name(let name, .leadsOutside): .phrase("entry_outside", ["name": .text(name)])
    case .name(let name, .notText): .phrase("entry_no_text", ["name": .text(name)])
    case .name(let name, .repeated): .phrase("entry_repeated", ["name": .text(name)])
    case .overlapping: .phrase("overlapping_entries")
    case .entry(let name, let fault): .phrase("of_entry", ["name": .text(name), "fault": fault.found])
    }
  }
}

extension ZipError.EntryFault {
  fileprivate var found: FindingValue {
    switch self {
    case .notAFile: .phrase("no_file")
    case .encrypted: .phrase("encrypted_bytes")
    case .method(let method): .phrase("packing_method", ["method": .count(method)])
    case .tooLarge(let bytes, let limit):
      .phrase("too_many_bytes", ["bytes": .count(bytes), "limit": .count(limit)])
    case .size: .phrase("other_size")
    case .checksum: .phrase("wrong_checksum")
    case .damaged(let reason): .text(reason)
    }
  }
}
