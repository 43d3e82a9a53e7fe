import Foundation
import Geometry
import Images
import TestSupport
import Testing

@testable import Recordings

/// Images of a recording, decoded one after the other into memory that is used again.
@Suite struct FrameDecoderTests {
  /// A recording whose frames all differ.
  private static func recording(_ frames: Int) throws -> SmallRecording {
    let recording = try SmallRecording.tum(frames: frames)
    for i in 0..<frames {
      let codes = (0..<192).map { UInt16($0 % 7 == i ? 0 : 1000 + 100 * i + $0) }
      try recording.write("depth/\(i).png", try ImageFile.png(depthCodes: codes, width: 16, height: 12))
      let color = TestImages.noise(width: 16, height: 12, seed: UInt64(i))
      // Frames of very different sizes of file.
      try recording.write("rgb/\(i).jpg", try ImageFile.jpeg(color, quality: i.isMultiple(of: 2) ? 95 : 10))
    }
    return recording
  }

  /// Whatever was decoded before, a frame is what its files alone give.
  @Test(arguments: 1...4 as ClosedRange<UInt64>) func memoryThatIsUsedAgainLeavesNoTrace(seed: UInt64) throws {
    let files = try Self.recording(5)
    let recording = try Recording.open(files.folder)
    var random = SeededGenerator(seed: seed)
    var decoder = FrameDecoder(recording)
    var depth = DepthImage(width: 0, height: 0, pixels: [])
    var gray = GrayImage(width: 3, height: 1, pixels: [9, 9, 9])
    var color = ColorImage(width: 0, height: 0, pixels: [])
    for _ in 0..<30 {
      let frame = recording.frames[Int.random(in: 0..<5, using: &random)]
      let (jpeg, png) = (try files.read(frame.colorImage.name), try files.read(frame.depthImage.name))
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        try decoder.depth(frame, into: &depth)
        let metres = try ImageFile.depthCodes(png).pixels.map { $0 == 0 ? Float.nan : Float($0) / 5000 }
        #expect(depth.width == 16, "seed \(seed)")
        #expect(depth.height == 12, "seed \(seed)")
        #expect(zip(depth.pixels, metres).allSatisfy { abs($0 - $1) < 1e-6 || $0.isNaN && $1.isNaN }, "seed \(seed)")
        let file = decoder.withFile { Data($0) }
        #expect(file == png, "seed \(seed)")
      case 1:
        try decoder.gray(frame, into: &gray)
        #expect(try gray == ImageFile.gray(jpeg), "seed \(seed)")
        let file = decoder.withFile { Data($0) }
        #expect(file == jpeg, "seed \(seed)")
      default:
        try decoder.color(frame, into: &color)
        #expect(try color == ImageFile.color(jpeg), "seed \(seed)")
      }
    }
  }

  /// After a frame that can't be read the next one can.
  @Test func aDamagedFrameDoesNotSpoilTheNext() throws {
    let files = try Self.recording(5)
    let recording = try Recording.open(files.folder)
    var decoder = FrameDecoder(recording)
    var depth = DepthImage(width: 0, height: 0, pixels: [])
    try decoder.depth(recording.frames[1], into: &depth)
    let sound = depth.pixels
    try files.write("depth/2.png", try files.read("depth/2.png").prefix(60))
    try files.write("depth/3.png", try SmallRecording.depthPNG(code: 5, width: 15))
    try files.remove("depth/4.png")
    for frame in 2..<5 {
      var isRefused = false
      do { try decoder.depth(recording.frames[frame], into: &depth) } catch { isRefused = true }
      #expect(isRefused, "frame \(frame)")
    }
    try decoder.depth(recording.frames[1], into: &depth)
    #expect(zip(depth.pixels, sound).allSatisfy { $0 == $1 || $0.isNaN && $1.isNaN })
  }

  /// One that went since, and one whose place is a folder now.
  @Test func whatStandsInPlaceOfAnImageIsTold() throws {
    let files = try Self.recording(2)
    let recording = try Recording.open(files.folder)
    for found in ["nothing_there", "something_else"] {
      try files.remove("depth/1.png")
      if found == "something_else" { try files.write("depth/1.png/x", "") }
      #expect(
        throws: RecordingError.missing(path: "depth/1.png", expected: .phrase("file"), found: .phrase(found))
      ) { try recording.depth(recording.frames[1]) }
      if found == "nothing_there" { try files.write("depth/1.png", "") }
    }
  }

  /// Ramps are left out by every decoder of the recording that was asked to, and by no other.
  @Test func rampsAreDroppedWhereAsked() throws {
    let files = try SmallRecording.tum(frames: 2)
    let line: [UInt16] = [2000, 2001, 2100, 2200, 2300, 2301, 0, 3000]
    let codes = (0..<192).map { line[$0 % 8] }
    for i in 0..<2 { try files.write("depth/\(i).png", try ImageFile.png(depthCodes: codes, width: 16, height: 12)) }
    let recording = try Recording.open(files.folder)
    let kept = { (recording: Recording) in try recording.depth(recording.frames[1]).pixels.prefix(8).map { $0 > 0 } }
    #expect(try kept(recording) == [true, true, true, true, true, true, false, true])
    // The image's right half begins with 2000 behind 3000.
    let dropped = recording.dropping(DepthRamps(slope: 0.015, slopePixels: 0))
    #expect(try kept(dropped) == [true, false, false, false, false, true, false, false])
    // Pixels of 15 to a radian are wide: 9/15 of depth is no ramp yet.
    #expect(try kept(recording.dropping(DepthRamps(slope: 0.015, slopePixels: 9))) == kept(recording))
  }

  /// 0 and 65535 are no depth in any layout; floats are metres, and what is not positive and finite is none.
  @Test(arguments: [1000, 5000, 10_000] as [Float]) func codesBecomeMetres(perMetre: Float) throws {
    let codes: [UInt16] = [0, 1, 999, 1000, 5000, 65_534, 65_535, 300]
    let png = try ImageFile.png(depthCodes: codes, width: 4, height: 2)
    let metres = try Self.decoded(png, DepthScale(codesPerMetre: perMetre))
    for (code, depth) in zip(codes, metres) {
      let isNone = code == 0 || code == 65_535
      #expect(isNone ? depth.isNaN : abs(depth - Float(code) / perMetre) < 1e-5 * depth, "\(code)")
    }
    let floats: [Float] = [0.25, 0, -1, .infinity, .nan, -.infinity, 3e-9, 0.5]
    let read = try Self.decoded(TestImages.tiff(floats, width: 4), DepthScale(codesPerMetre: perMetre))
    for (given, depth) in zip(floats, read) {
      #expect(given > 0 && given.isFinite ? depth == given : depth.isNaN, "\(given)")
    }
  }

  @Test(arguments: [1, 2, 1000] as [Float]) func floatsMayCountInAnotherUnit(perMetre: Float) throws {
    let floats: [Float] = [250, 0.5, 3, 1e6, -1, .nan, 0, .infinity]
    let scale = DepthScale(codesPerMetre: 7, floatsPerMetre: perMetre)
    for (given, depth) in zip(floats, try Self.decoded(TestImages.tiff(floats, width: 4), scale)) {
      #expect(given > 0 && given.isFinite ? depth == given / perMetre : depth.isNaN, "\(given)")
    }
  }

  /// Numbers of 16 bits by IEEE 754: 1.5 · 2⁻², the least, one and its next, the greatest; below 0, none and infinity.
  @Test func halvesAreMetres() {
    let bits: [UInt16] = [0x3600, 0x0001, 0x3C01, 0x7BFF, 0xB600, 0x7E00, 0x0000, 0x7C00]
    let metres: [Float?] = [0.375, 0x1p-24, 1 + 0x1p-10, 65_504, nil, nil, nil, nil]
    let numbers = PixelNumbers(size: ImageSize(width: 4, height: 2), sample: .half)
    var pixels = [Float](repeating: -7, count: 8)
    bits.flatMap { SmallZip.little($0) }.withUnsafeBytes { bytes in
      pixels.withUnsafeMutableBufferPointer { DepthScale(codesPerMetre: 7).decode(numbers, bytes, into: $0) }
    }
    for (found, value) in zip(pixels, metres) { #expect(value.map { found == $0 } ?? found.isNaN, "\(found)") }
  }

  /// Levels of 16 bits are as bright as their high bytes.
  @Test func coloursOf16BitsAreTheirHighBytes() throws {
    let folder = try TemporaryFolder()
    try Data([9, 200, 8, 100, 7, 50, 6, 1, 5, 2, 4, 3]).write(to: folder.url.appendingPathComponent("c.raw"))
    let size = ImageSize(width: 2, height: 1)
    let stored = StoredImage(file: "c.raw", coding: .numbers(PixelNumbers(size: size, channels: 3, sample: .code)))
    var images = ImageReader(folder: folder.url, container: nil)
    var pixels = [UInt8](repeating: 0, count: 6)
    try images.color(stored, size, frame: "0", into: &pixels)
    #expect(pixels == [200, 100, 50, 1, 2, 3])
  }

  /// A share of 0.3 pixels is 2 % where pixels are 15 to a radian, and 6 % where the next that is no copy is the third.
  @Test(arguments: [(1, 1, true), (3, 1, false), (1, 3, false)]) func enlargedImagesMayBeSteeper(
    columns: Int, rows: Int, isDropped: Bool
  ) {
    var image = DepthImage(width: 8, height: 8, pixels: (0..<64).map { $0 % 8 < 4 ? 1 : 1.04 })
    let ramps = DepthRamps(slope: 0.001, slopePixels: 0.3, columns: columns, rows: rows)
    ramps.drop(from: &image, Camera(width: 8, height: 8, fx: 15, fy: 15, cx: 4, cy: 4))
    #expect(image.pixels.contains(where: \.isNaN) == isDropped)
  }

  private static func decoded(_ data: Data, _ encoding: DepthScale) throws -> [Float] {
    var pixels = [Float](repeating: -7, count: 8)
    let memory = CodecMemory()
    try data.withUnsafeBytes { bytes in
      try pixels.withUnsafeMutableBufferPointer { try encoding.decode(ImageDecoder(bytes, "image"), memory, into: $0) }
    }
    return pixels
  }

  /// The bytes of one file after the other, larger or smaller.
  @Test func filesAreReadWhole() throws {
    let folder = try TemporaryFolder()
    let path = folder.url.appendingPathComponent("f").path
    var file = FileBytes()
    var random = SeededGenerator(seed: 1)
    for size in [10, 100_000, 3, 1, 0, 70_000, 125_001] {
      let data = Data((0..<size).map { _ in UInt8.random(in: 0...255, using: &random) })
      try data.write(to: URL(filePath: path))
      let (isRead, content) = (file.read(path, size: size), Data(file.content))
      #expect(isRead, "\(size)")
      #expect(content == data, "\(size)")
      let isLonger = file.read(path, size: size + 1)
      #expect(!isLonger, "a file that is shorter than it was said to be")
    }
    let (isThere, rest) = (file.read(path + "none", size: 0), Data(file.content))
    #expect(!isThere)
    #expect(rest.isEmpty)
  }

  @Test func theFirstPairFixesTheSize() throws {
    let files = try Self.recording(2)
    var images = ImageReader(folder: files.folder, container: nil)
    let pair = ImagePair(
      color: TimedImage(name: "0", time: 0, path: "rgb/0.jpg"),
      depth: TimedImage(name: "0", time: 0, path: "depth/0.png"))
    let headers = try FirstHeaders(pair, &images)
    #expect(headers.sizes.color == ImageSize(width: 16, height: 12))
    #expect(headers.sizes.depth == headers.sizes.color)
    #expect(headers.color.kind == .jpeg)
    #expect(headers.depth.bits == 16)
    #expect(headers.depth.channels == 1)
    try files.write("depth/0.png", try SmallRecording.depthPNG(code: 5, width: 15))
    let narrow = try FirstHeaders(pair, &images)
    #expect(narrow.sizes.depth == ImageSize(width: 15, height: 12))
    #expect(narrow.sizes.color == headers.sizes.color)
    try files.write("depth/0.png", try ImageFile.png(TestImages.ramp(width: 16, height: 12)))
    var isRefused = false
    do { _ = try FirstHeaders(pair, &images) } catch { isRefused = true }
    #expect(isRefused)
  }
}
