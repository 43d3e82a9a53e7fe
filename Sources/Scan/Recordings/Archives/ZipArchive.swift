internal import Files
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
