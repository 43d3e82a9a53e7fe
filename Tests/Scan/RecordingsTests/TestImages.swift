import Foundation
import Geometry
import Images
import Recordings

/// Small images for tests.
enum TestImages {
  static func ramp(width: Int, height: Int) -> ColorImage {
    let pixels = (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        [UInt8(255 * x / width), UInt8(255 * y / height), UInt8(128)]
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  static func noise(width: Int, height: Int, seed: UInt64) -> ColorImage {
    var random = SeededGenerator(seed: seed)
    let pixels = (0..<(width * height * 3)).map { _ in UInt8.random(in: 0...255, using: &random) }
    return ColorImage(width: width, height: height, pixels: pixels)
  }

  /// An uncompressed little-endian TIFF of one sample a pixel in one strip, pixels last; `height` may lie about them.
  static func tiff<Value: BitwiseCopyable>(_ values: [Value], width: Int, height: Int? = nil) -> Data {
    let bytes = values.withUnsafeBytes { Data($0) }
    let height = UInt32(height ?? values.count / width)
    var entries: [(tag: UInt16, value: UInt32)] = [
      (256, UInt32(width)), (257, height), (258, UInt32(8 * MemoryLayout<Value>.size)), (259, 1), (262, 1), (273, 0),
      (277, 1), (278, height), (279, UInt32(bytes.count)), (339, Value.self == Float.self ? 3 : 1),
    ]
    entries[5].value = UInt32(8 + 2 + 12 * entries.count + 4)
    var data = Data([0x49, 0x49, 42, 0]) + little(UInt32(8)) + little(UInt16(entries.count))
    for (tag, value) in entries { data += little(tag) + little(UInt16(4)) + little(UInt32(1)) + little(value) }
    return data + little(UInt32(0)) + bytes
  }

  static func small(_ kind: String) throws -> Data {
    switch kind {
    case "JPEG": try ImageFile.jpeg(noise(width: 24, height: 20, seed: 5), quality: 80)
    case "PNG": try ImageFile.png(noise(width: 12, height: 10, seed: 6))
    case "depth PNG": try ImageFile.png(depthCodes: (0..<120).map { 2000 + 13 * $0 }, width: 12, height: 10)
    default: tiff((0..<40).map { Float($0) }, width: 8)
    }
  }

  static func decodeAny(_ data: Data, _ kind: String) throws {
    switch kind {
    case "JPEG", "PNG":
      _ = try ImageFile.gray(data)
      _ = try ImageFile.color(data)
    case "depth PNG": _ = try ImageFile.depthCodes(data)
    default: _ = try ImageFile.depthFloat(data)
    }
  }

  private static func little<T: FixedWidthInteger>(_ value: T) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
}
