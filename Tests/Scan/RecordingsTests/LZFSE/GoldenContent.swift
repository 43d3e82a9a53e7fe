import Foundation

/// The contents that make_fixtures.py gave to Apple's encoder, made again.
enum GoldenContent {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")

  /// The stream of a name.
  static func stream(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: folder.appending(path: "\(name).lzfse")))
  }

  /// All names, in order.
  static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".lzfse") }.map { String($0.dropLast(6)) }.sorted()
  }()

  /// The content that belongs to a name: its kind, and how many bytes it has.
  static func content(_ name: String) -> [UInt8] {
    switch name {
    case "plain-tables": return depth(width: 96, height: 72)
    case "every-kind":
      return ["noise-5000", "text-500", "plain-tables", "period3-9001", "zeros-100"].flatMap(content)
    default: break
    }
    let parts = name.split(separator: "-").map(String.init)
    let numbers = parts[1].split(separator: "x").compactMap { Int($0) }
    let count = numbers[0]
    return switch parts[0] {
    case "noise": noise(count)
    case "zeros": [UInt8](repeating: 0, count: count)
    case "text": text(count)
    case "far": letters(count / 2, 2) + letters(count / 2, 2)
    case "depth": depth(width: count, height: numbers[1])
    case let kind where kind.hasPrefix("letters"): letters(count, Int(kind.dropFirst(7))!)
    default: repeated(Int(parts[0].dropFirst(6))!, count)
    }
  }

  private static func noise(_ count: Int) -> [UInt8] {
    var state: UInt32 = 1
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  private static func letters(_ count: Int, _ alphabet: Int) -> [UInt8] {
    noise(count).map { 97 + $0 % UInt8(alphabet) }
  }

  private static func text(_ count: Int) -> [UInt8] {
    let words = "the quick brown fox jumps over a lazy dog and depth of every frame".split(separator: " ")
    return Array(noise(count).map { words[Int($0) % words.count] }.joined(separator: " ").utf8.prefix(count))
  }

  private static func repeated(_ period: Int, _ count: Int) -> [UInt8] {
    let pattern = noise(period)
    return (0..<count).map { pattern[$0 % period] }
  }

  private static func depth(width: Int, height: Int) -> [UInt8] {
    let values: [Float] = noise(width * height).enumerated().map { i, value in
      let (x, y) = (i % width - width / 2, i / width - height / 2)
      let isHole = x * x + y * y > (height / 2) * (height / 2) || value == 0
      return isHole ? .nan : Float(Double(2400 + (x * x + y * y) / 8 + Int(value % 4)) / 8000)
    }
    return values.withUnsafeBytes { [UInt8]($0) }
  }
}
