import Foundation

@testable import Recordings

extension Target {
  /// Archives and packed streams.
  static let packing: [Target] = [
    // One of them is packed by a method that is not read.
    Target(
      name: "zip",
      words: [
        "PK\u{1}\u{2}", "PK\u{3}\u{4}", "PK\u{5}\u{6}", "PK\u{6}\u{6}", "PK\u{6}\u{7}", "PK\u{7}\u{8}", "../", "a.txt",
      ],
      refusesSeeds: true,
      seeds: {
        let written = ZipWriter.data([("a.txt", Data("text".utf8)), ("b/c", Data(repeating: 7, count: 300))])
        return try [written!] + Material.all("Tests/Scan/RecordingsTests/Archives/Fixtures", ".zip")
      },
      prepare: {
        let file = try Material.folder().appending(path: "scan.zip")
        let read = { (bytes: Data) throws -> [(name: String, content: Data)] in
          try bytes.write(to: file)
          let archive = try ZipArchive(file.path)
          // Folders have no content.
          return try archive.entries.enumerated().filter { !$1.name.hasSuffix("/") }.prefix(20).map { index, entry in
            (entry.name, Data(try archive.bytes(index, atMost: 1 << 20)))
          }
        }
        return { bytes in
          let files = try read(bytes)
          // The library writes no archive without files.
          if files.isEmpty { return }
          Check.isReadBack(files) {
            guard let written = ZipWriter.data($0) else { throw Refused() }
            return written
          } read: {
            try read($0)
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
