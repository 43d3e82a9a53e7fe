import Foundation
import Geometry

/// Files with bytes changed or cut off.
enum DamagedFile {
  /// A number of the environment.
  static func setting(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  /// One of four files is cut off; up to four bytes or bits are changed, half of them near the beginning or the end, where
  /// headers and lists are.
  static func damaged(_ sound: Data, _ random: inout SeededGenerator) -> Data {
    var data = sound
    if Int.random(in: 0..<4, using: &random) == 0 { data = data.prefix(Int.random(in: 0..<data.count, using: &random)) }
    guard !data.isEmpty else { return data }
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let reach = min(500, data.count)
      let byte =
        switch Int.random(in: 0..<4, using: &random) {
        case 0: Int.random(in: 0..<reach, using: &random)
        case 1: data.count - 1 - Int.random(in: 0..<reach, using: &random)
        default: Int.random(in: data.indices, using: &random)
        }
      switch Int.random(in: 0..<3, using: &random) {
      case 0: data[byte] ^= 1 << UInt8.random(in: 0...7, using: &random)
      case 1: data[byte] = UInt8.random(in: 0...255, using: &random)
      default: data[byte] = [0, 0x7F, 0x80, 0xFF, UInt8(ascii: "9"), UInt8(ascii: "-")].randomElement(using: &random)!
      }
    }
    return data
  }
}
