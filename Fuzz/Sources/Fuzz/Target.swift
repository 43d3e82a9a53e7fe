import Foundation

/// A reader, parser or server that takes bytes of anybody.
struct Target: Sendable {
  /// The name that `make fuzz ONLY=…` takes, and its row in the table.
  let name: String
  /// Words of the format, from which libFuzzer makes inputs.
  var words: [String] = []
  /// Whether the words of its seeds are such words, too.
  var takesWordsOfSeeds = false
  /// Whether some of its seeds are of kinds that it refuses.
  var refusesSeeds = false
  /// Sound inputs to begin with: files of Datasets, or what the program writes.
  let seeds: @Sendable () throws -> [Data]
  /// Prepares what all runs share; what is made takes one input, and throws the error that refuses it.
  let prepare: @Sendable () throws -> (Data) throws -> Void

  static let all =
    meshes + images + recorders + packing + bodies + definitions + descriptions + results + studies + pages + heads

  /// Writes each seed into a file of its own, and the words beside them.
  ///
  /// - Throws: what refuses a seed, as nothing would be tried of it but refusals; where some may be refused, if all are.
  func writeSeeds(to folder: URL) throws {
    let (seeds, attempt) = (try seeds(), try prepare())
    let refusals = seeds.compactMap { seed in Result { try attempt(seed) }.failure }
    if let refusal = refusals.last, !refusesSeeds || refusals.count == seeds.count { throw refusal }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (number, seed) in seeds.enumerated() { try seed.write(to: folder.appending(path: "seed-\(number)")) }
    let lines = (words + (takesWordsOfSeeds ? Material.words(seeds) : [])).map { word in
      "\""
        + word.utf8.map { 32..<127 ~= $0 && $0 != 34 && $0 != 92 ? String(UnicodeScalar($0)) : Self.escaped($0) }
        .joined()
        + "\"\n"
    }
    try Data(lines.joined().utf8).write(to: URL(filePath: folder.path + ".dict"))
  }

  private static func escaped(_ byte: UInt8) -> String {
    "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
  }
}

/// A reader that gives no reason has refused an input, or a server a request.
struct Refused: Error { var status: Int? }

extension Result {
  /// Why there is no value; nil where there is one.
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
