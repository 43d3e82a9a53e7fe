internal import Diagnostics
import Platform

/// A recording in one ZIP archive, whose entries are read where they are.
struct RecordingArchive: ImageContainer {
  private let archive: ZipArchive
  private let path: String
  private let byName: [String: ZipEntry]

  /// An entry of the archive.
  struct Entry {
    fileprivate let entry: ZipEntry

    func image(_ coding: ImageCoding = .picture) -> StoredImage {
      StoredImage(name: entry.name, place: .item(entry.index), coding: coding)
    }
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    do throws(ZipError) { archive = try ZipArchive(place.url.path(percentEncoded: false)) } catch {
      throw .badContainer(file: place.path, fault: error.found)
    }
    path = place.path
    byName = Dictionary(archive.entries.map { ($0.name, $0) }) { first, _ in first }
  }

  func entry(_ name: String) -> Entry? { byName[name].map { Entry(entry: $0) } }

  /// The content of an entry that lists things.
  func data(_ entry: Entry) throws(RecordingError) -> Data {
    do throws(ZipError) { return Data(try archive.bytes(entry.entry.index, atMost: RecordingFolder.indexLimit)) } catch
    {
      throw .badContainer(file: entry.entry.name, fault: error.found)
    }
  }

  /// The entries `PREFIX<number>.<ending>` by their numbers, in order. No number may stand there twice, as 1 and 01.
  func numbered(
    _ prefix: String, endings: [String]
  ) throws(RecordingError) -> [(number: Int, entries: [String: Entry])] {
    var found: [Int: [String: Entry]] = [:]
    for entry in archive.entries where entry.name.hasPrefix(prefix) {
      let parts = entry.name.dropFirst(prefix.count).split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, endings.contains(String(parts[1])), parts[0].count <= 9,
        parts[0].allSatisfy({ ("0"..."9").contains($0) }), let number = Int(parts[0])
      else { continue }
      let previous = found[number, default: [:]].updateValue(Entry(entry: entry), forKey: String(parts[1]))
      if let previous {
        throw .disordered(file: path, name: entry.name.quoted, previous: previous.entry.name.quoted)
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  func reader() throws(RecordingError) -> any ImageContainerReader { Reader(archive: archive) }

  private struct Reader: ImageContainerReader {
    let archive: ZipArchive

    mutating func read(_ item: Int, limit: Int, name: String, into bytes: inout FileBytes) throws(RecordingError) {
      let entry = archive.entries[item]
      guard entry.size <= limit else { throw .tooLarge(file: name, bytes: entry.size, limit: limit) }
      do throws(ZipError) {
        try archive.check(item)
        try bytes.fill(entry.size) { memory throws(ZipError) in
          try archive.read(item, into: memory)
          return entry.size
        }
      } catch { throw .badContainer(file: name, fault: error.found) }
    }
  }
}
