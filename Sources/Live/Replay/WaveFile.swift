import Platform

/// Mono sound of 16-bit samples.
struct WaveFile {
  let rate: Int
  /// Little-endian samples.
  let samples: Data

  /// Seconds.
  var duration: Double { Double(samples.count / 2) / Double(rate) }

  /// Reads a RIFF file; nil for one that is no mono sound of 16-bit samples.
  init?(_ file: Data) {
    let bytes = [UInt8](file)
    let number = { (at: Int, count: Int) in (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    guard bytes.count > 12, bytes[0..<4].elementsEqual("RIFF".utf8), bytes[8..<12].elementsEqual("WAVE".utf8) else {
      return nil
    }
    var (at, rate) = (12, 0)
    while at + 8 <= bytes.count {
      let name = bytes[at..<(at + 4)]
      // A program that writes to a pipe can't know the length: the data is then the rest of the file.
      let size = min(number(at + 4, 4), bytes.count - at - 8)
      if name.elementsEqual("fmt ".utf8), size >= 16 {
        guard number(at + 8, 2) == 1, number(at + 10, 2) == 1, number(at + 22, 2) == 16 else { return nil }
        rate = number(at + 12, 4)
      }
      if name.elementsEqual("data".utf8) {
        guard (4000...192_000).contains(rate) else { return nil }
        self.rate = rate
        samples = Data(bytes[(at + 8)..<(at + 8 + size / 2 * 2)])
        return
      }
      at += 8 + size + size % 2
    }
    return nil
  }

  /// The header of a file with a number of bytes of samples.
  static func header(rate: Int, bytes: Int) -> Data {
    let number = { (value: Int, count: Int) in (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    let format = number(1, 2) + number(1, 2) + number(rate, 4) + number(2 * rate, 4) + number(2, 2) + number(16, 2)
    return Data(
      Array("RIFF".utf8) + number(36 + bytes, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + format
        + Array("data".utf8) + number(bytes, 4))
  }
}
