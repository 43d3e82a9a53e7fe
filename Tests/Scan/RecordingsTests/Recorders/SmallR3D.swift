import Recordings
import Foundation
import TestSupport

/// The sample of Record3D, whose entries can be changed.
struct SmallR3D {
  var zip: SmallZip
  private static let file = "scan.r3d"

  /// Of the recording in a folder.
  init(_ small: SmallRecording) throws {
    let archive = try ZipArchive(small.folder.appendingPathComponent(Self.file).path)
    zip = SmallZip(try archive.entries.map { .init($0.name, try archive.bytes($0.index, atMost: 1 << 20)) })
  }

  /// The content of an entry; nil takes it out.
  subscript(_ name: String) -> [UInt8]? {
    get { zip.entries.first { $0.name == name }?.content }
    set {
      let place = zip.entries.firstIndex { $0.name == name }
      switch (place, newValue) {
      case (let place?, let content?): zip.entries[place] = .init(name, content)
      case (let place?, nil): zip.entries.remove(at: place)
      case (nil, let content?): zip.entries.append(.init(name, content))
      case (nil, nil): break
      }
    }
  }

  func write(_ small: SmallRecording) throws { try small.write(Self.file, Data(zip.bytes)) }
}

/// JSON objects of which one value is another.
enum ChangedJSON {
  /// The text with a key's value replaced; nil takes the key out.
  static func text(_ text: Data, _ changes: [String: Any?]) throws -> Data {
    var object = try JSONSerialization.jsonObject(with: text) as? [String: Any] ?? [:]
    for (key, value) in changes { object[key] = value }
    return try JSONSerialization.data(withJSONObject: object)
  }
}

/// A stream of LZFSE that is stored, not packed.
enum StoredLZFSE {
  static func stream(_ content: [UInt8], claiming size: UInt32? = nil) -> [UInt8] {
    Array("bvx-".utf8) + SmallZip.little(size ?? UInt32(content.count)) + content + Array("bvx$".utf8)
  }
}
