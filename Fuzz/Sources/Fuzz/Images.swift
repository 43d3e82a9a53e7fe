import Foundation
import Images

@testable import Recordings

extension Target {
  /// Image files as recordings hold them.
  static let images: [Target] = [
    image("png", ["IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "iCCP", "eXIf", "sBIT", "acTL"]) {
      try [
        Material.data("Datasets/recorders/tum/depth/1700000000.000000.png"),
        ImageFile.png(ColorImage(width: 5, height: 3, pixels: (0..<45).map { UInt8($0 * 5) })),
        ImageFile.png(depthCodes: (0..<15).map { UInt16($0 * 999) }, width: 5, height: 3),
      ]
    },
    image("jpeg", ["JFIF\0", "Exif\0\0", "ICC_PROFILE\0", "Adobe"]) {
      try [
        Material.data("Datasets/recorders/tum/rgb/1700000000.000000.jpg"),
        ImageFile.jpeg(ColorImage(width: 17, height: 9, pixels: (0..<459).map { UInt8($0 % 251) }), quality: 80),
      ]
    },
    image("tiff", ["II*\0", "MM\0*", "II+\0"]) { [tiff(bits: 16), tiff(bits: 32)] },
    // Some are those of the tests of refusals.
    image(
      "exr", ["channels\0chlist\0", "compression\0", "dataWindow\0box2i\0", "tiles\0tiledesc\0", "Z\0", "depth\0"],
      refusesSeeds: true
    ) {
      try Material.all("Tests/Scan/RecordingsTests/Decoding/Fixtures", ".exr", most: 30)
    },
  ]

  private static func image(
    _ name: String, _ words: [String], refusesSeeds: Bool = false, _ seeds: @escaping @Sendable () throws -> [Data]
  ) -> Target {
    Target(name: name, words: words, refusesSeeds: refusesSeeds, seeds: seeds) {
      { bytes in
        let header = try ImageFile.header(bytes)
        Check.that(header.width > 0 && header.height > 0, "an image without pixels")
        // Each may be refused, whatever the others say.
        if let gray = try? ImageFile.gray(bytes) { Check.that(gray.pixels.count == gray.width * gray.height, "gray") }
        if let color = try? ImageFile.color(bytes) {
          Check.isReadBack(color) {
            try ImageFile.png($0)
          } read: {
            try ImageFile.color($0)
          }
        }
        if let codes = try? ImageFile.depthCodes(bytes) {
          Check.isReadBack(codes) {
            try ImageFile.png(depthCodes: $0.pixels, width: $0.width, height: $0.height)
          } read: {
            try ImageFile.depthCodes($0)
          }
        }
        _ = try? ImageFile.depthFloat(bytes)
      }
    }
  }

  /// A grey TIFF of 4 × 2 pixels in one strip.
  private static func tiff(bits: UInt16) -> Data {
    var bytes = Data("II*\0".utf8) + little(UInt32(8))
    let values: [(tag: UInt16, value: UInt32)] = [
      (256, 4), (257, 2), (258, UInt32(bits)), (259, 1), (262, 1), (273, 8 + 2 + 10 * 12 + 4), (277, 1), (278, 2),
      (279, 8 * UInt32(bits) / 8), (339, bits == 32 ? 3 : 1),
    ]
    bytes += little(UInt16(values.count))
    for (tag, value) in values { bytes += little(tag) + little(UInt16(4)) + little(UInt32(1)) + little(value) }
    bytes += little(UInt32(0))
    for k in 0..<8 { bytes += bits == 32 ? little((Float(k) / 4).bitPattern) : little(UInt16(k * 500)) }
    return bytes
  }

  private static func little(_ value: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: value.littleEndian) { Data($0) }
  }
}
