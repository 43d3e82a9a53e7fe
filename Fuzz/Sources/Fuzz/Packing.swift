import Foundation

@testable import Recordings

extension Target {
  /// Archives and packed streams.
  static let packing: [Target] = [
    Target(
      name: "zip",
      words: [
        "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "PK\u{7}\u{8}", "../", "a.txt",
      ],
      seeds: {
        let written = ZipWriter.data([("a.txt", Data("text".utf8)), ("b/c", Data(repeating: 7, count: 300))])
        return try [written!] + Material.all("Tests/Scan/RecordingsTests/Archives/Fixtures", ".zip")
      },
      prepare: {
        let file = try Material.folder().appending(path: "scan.zip")
        return { bytes in
          try bytes.write(to: file)
          let archive = try ZipArchive(file.path)
          var content: [(name: String, content: Data)] = []
          for (index, entry) in archive.entries.enumerated().prefix(20) {
            content.append((entry.name, Data(try archive.bytes(index, atMost: 1 << 20))))
          }
          guard Set(content.map(\.name)).count == content.count, let again = ZipWriter.data(content) else { return }
          try again.write(to: file)
          let second = try ZipArchive(file.path)
          for (index, entry) in second.entries.enumerated() {
            let bytes = try second.bytes(index, atMost: 1 << 20)
            Check.that(
              content.contains { $0.name == entry.name && $0.content == Data(bytes) }, "an entry is read otherwise")
          }
        }
      }),
    Target(
      name: "lzfse", words: ["bvx1", "bvx2", "bvx-", "bvxn", "bvx$"],
      seeds: {
        try Material.all("Tests/Scan/RecordingsTests/LZFSE/Fixtures", ".lzfse", most: 40).filter { $0.count < 8000 }
      },
      prepare: { { bytes in _ = try LZFSE.decode(Array(bytes), limit: 1 << 20) } }),
  ]
}
