import Foundation
import Geometry
import Images
import Testing

@testable import Recordings

@Suite struct ImageFileTests {
  @Test func depthCodesSurviveAPNG() throws {
    let codes = (0..<(37 * 23)).map { UInt16(truncatingIfNeeded: $0 &* 7919) }
    let png = try ImageFile.png(depthCodes: codes, width: 37, height: 23)
    let decoded = try ImageFile.depthCodes(png)
    #expect((decoded.width, decoded.height) == (37, 23))
    #expect(decoded.pixels == codes)
    let header = try ImageFile.header(png)
    #expect(header == ImageHeader(kind: .png, width: 37, height: 23, channels: 1, bits: 16, isFloat: false))
  }

  @Test func colorSurvivesAPNG() throws {
    let image = TestImages.noise(width: 31, height: 17, seed: 3)
    let (plain, drawn) = (try ImageFile.png(image), try ImageFile.png(image, isDrawn: true))
    for png in [plain, drawn] { #expect(try ImageFile.color(png) == image) }
    #expect(plain != drawn, "or nothing is made faster")
  }

  @Test func grayOfAColorPNGIsTheLumaOfBT601() throws {
    let image = TestImages.noise(width: 31, height: 17, seed: 4)
    let gray = try ImageFile.gray(try ImageFile.png(image))
    for (i, value) in gray.pixels.enumerated() {
      let rgb = image.pixels[(3 * i)..<(3 * i + 3)].map(Double.init)
      let luma: Double = 0.299 * rgb[0] + 0.587 * rgb[1] + 0.114 * rgb[2]
      #expect(abs(luma - Double(value)) < 0.51)
    }
  }

  @Test func aJPEGOfASmoothImageIsClose() throws {
    let image = TestImages.ramp(width: 64, height: 48)
    let jpeg = try ImageFile.jpeg(image, quality: 95)
    let color = try ImageFile.color(jpeg)
    let worst = zip(color.pixels, image.pixels).map { abs(Int($0) - Int($1)) }.max()
    #expect(try #require(worst) <= 8)
    let gray = try ImageFile.gray(jpeg)
    #expect((gray.width, gray.height) == (64, 48))
    #expect(try ImageFile.header(jpeg).kind == .jpeg)
  }

  @Test func floatAndCodesSurviveATIFF() throws {
    let values: [Float] = [0.25, .nan, 0, 1.5, -2, .infinity]
    let decoded = try ImageFile.depthFloat(TestImages.tiff(values, width: 3))
    #expect(decoded.pixels.map(\.bitPattern) == values.map(\.bitPattern))
    let codes: [UInt16] = [0, 1, 65535, 400]
    #expect(try ImageFile.depthCodes(TestImages.tiff(codes, width: 2)).pixels == codes)
  }

  @Test(arguments: ["JPEG", "PNG", "depth PNG", "TIFF"])
  func everyTruncationIsAnError(kind: String) throws {
    let data = try TestImages.small(kind)
    for length in 0..<data.count {
      #expect(throws: ImageError.self, "\(kind) cut to \(length) bytes") {
        try TestImages.decodeAny(data.prefix(length), kind)
      }
    }
    #expect(throws: Never.self) { try TestImages.decodeAny(data, kind) }
  }

  @Test(arguments: ["JPEG", "PNG", "depth PNG", "TIFF"])
  func damagedFilesNeverCrash(kind: String) throws {
    let data = try TestImages.small(kind)
    let seed: UInt64 = 20
    var random = SeededGenerator(seed: seed)
    for _ in 0..<3000 {
      var damaged = data
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      do { try TestImages.decodeAny(damaged, kind) } catch let error as ImageError {
        #expect(error.problem.count < 400, "seed \(seed)")
      }
    }
  }

  @Test func aHugeSizeIsRefusedBeforeAllocation() throws {
    var png = try ImageFile.png(TestImages.ramp(width: 8, height: 8))
    png.replaceSubrange(16..<24, with: [0, 0, 0x40, 0, 0, 0, 0x40, 0])
    #expect(throws: ImageError.self) { try ImageFile.color(png) }
    #expect(throws: ImageError.self) {
      try ImageFile.depthFloat(TestImages.tiff([Float](repeating: 1, count: 4), width: 60000, height: 60000))
    }
    let wide = ColorImage(width: 16385, height: 1, pixels: [UInt8](repeating: 0, count: 16385 * 3))
    #expect(throws: ImageError.self) { try ImageFile.png(wide) }
    #expect(throws: ImageError.self) { try ImageFile.jpeg(TestImages.ramp(width: 8, height: 8), quality: 0) }
  }

  @Test func anImageOfTheWrongKindIsNamedSo() throws {
    let color = try ImageFile.png(TestImages.ramp(width: 8, height: 6))
    let error = #expect(throws: ImageError.self) { try ImageFile.depthCodes(color, name: "depth/7.png") }
    #expect(
      error?.description
        == "depth/7.png: expected a depth image: grey PNG of 16 bits, found 8×6 PNG, 8 bits, 3 channels")
    let depth = try ImageFile.png(depthCodes: [1, 2], width: 2, height: 1)
    #expect(throws: ImageError.self) { try ImageFile.gray(depth) }
    #expect(throws: ImageError.self) { try ImageFile.depthFloat(depth) }
    #expect(throws: ImageError.self) { try ImageFile.color(TestImages.tiff([Float(1)], width: 1)) }
    #expect(throws: ImageError.self) { try ImageFile.depthCodes(Data("P5 2 2 255 abcd".utf8)) }
  }
}
