import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

/// Dumps of AVDepthData.
@Suite struct DepthDataReaderTests {
  /// 16 × 12 pixels whose calibration is stated at ten times that; blue on the left.
  ///
  /// - Parameter large: how many times as large colour is.
  private func dump(bytes: Int = 4, frames: Int = 3, table: [Float] = [], large: Int = 1) throws -> SmallRecording {
    let recording = try SmallRecording()
    let packed = table.withUnsafeBytes { Data($0) }.base64EncodedString()
    try recording.write(
      "calibration.json",
      """
      {"intrinsic": [150, 0, 0, 0, 150, 0, 80, 60, 1], "intrinsicReferenceDimensionWidth": 160, "pixelSize": 0.001,
       "intrinsicReferenceDimensionHeight": 120, "lensDistortionCenter": [82, 61],
       "lensDistortionLookup": "\(packed)", "inverseLensDistortionLookup": "\(packed.isEmpty ? "" : zeros(table.count))"}
      """)
    for k in 0..<frames {
      var colors: [UInt8] = [], depths = Data()
      for pixel in 0..<(16 * 12 * large * large) {
        colors += pixel % (16 * large) < 8 * large ? [200, 20, 10, 255] : [10, 20, 200, 255]
      }
      for pixel in 0..<(16 * 12) {
        let isNone = pixel == 5
        if bytes == 4 {
          withUnsafeBytes(of: (isNone ? Float.nan : 0.4).bitPattern.littleEndian) { depths.append(contentsOf: $0) }
        } else {
          // 0.40625 = 1.625 · 2⁻².
          let half: UInt16 = isNone ? 0x7E00 : UInt16(13) << 10 | UInt16(0.625 * 1024)
          withUnsafeBytes(of: half.littleEndian) { depths.append(contentsOf: $0) }
        }
      }
      try recording.write(String(format: "video%02d.bin", k), Data(colors))
      try recording.write(String(format: "depth%02d.bin", k), depths)
    }
    return recording
  }

  private func zeros(_ count: Int) -> String { Data(count: 4 * count).base64EncodedString() }

  @Test(arguments: [(4, Float(0.4)), (2, Float(0.40625))])
  func halfAndSingleFloatsAreTold(bytes: Int, metres: Float) throws {
    let small = try dump(bytes: bytes)
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .depthData)
    #expect(recording.frames.map(\.name) == ["0", "1", "2"])
    #expect(recording.findings.map(\.code) == [.recordingAssumedRate, .recordingOneIntrinsics])
    let camera = recording.frames[0].cameras
    #expect(camera.areOne)
    #expect(camera.color.fx == 15)
    #expect(camera.color.cx == 7.5)
    #expect(camera.color.cy == 5.5)
    let depth = try recording.depth(recording.frames[0])
    #expect(depth.width == 16 && depth.pixels[5].isNaN)
    var others = depth.pixels
    others.remove(at: 5)
    #expect(others.allSatisfy { $0 == metres })
    let color = try recording.color(recording.frames[0])
    #expect(Array(color.pixels[..<3]) == [10, 20, 200] && Array(color.pixels[24..<27]) == [200, 20, 10])
  }

  /// That one calibration serves all is no news where there is one frame.
  @Test(arguments: [1, 2]) func oneCalibrationServesSeveralFrames(frames: Int) throws {
    let small = try dump(frames: frames)
    let found = try Recording.open(small.folder).findings.map(\.code)
    #expect(found.contains(.recordingOneIntrinsics) == (frames > 1))
  }

  @Test func theLensIsThatOfTheTable() throws {
    let table: [Float] = (0..<42).map { (k: Int) -> Float in
      let share = Float(k) / 41
      return 0.01 * share * share
    }
    let small = try dump(table: table)
    let camera = try Recording.open(small.folder).frames[0].camera
    let lens = try #require(camera.lens)
    // The distortion's centre at (82, 61) of 160 × 120, from the corner.
    let x: Double = lens.centre.x * camera.fx + camera.cx, y: Double = lens.centre.y * camera.fy + camera.cy
    #expect(abs(x - 7.7) < 1e-9)
    #expect(abs(y - 5.6) < 1e-9)
    let far: Double = lens.distorted(lens.centre + Vector2(0.3, 0)).x - lens.centre.x
    let corner: Double = Vector2(8.2, 6.1).length / 15
    let share: Double = 0.3 / corner
    let magnification: Double = 1 + 0.01 * share * share
    #expect(abs(far / 0.3 - magnification) < 1e-5)
  }

  /// Colour of another size than depth, with one table for both: one view.
  @Test func twoSizesAreOneView() throws {
    let table: [Float] = (0..<42).map { 0.0127 * Float($0 * $0) / (41 * 41) }
    let small = try dump(table: table, large: 3)
    let recording = try Recording.open(small.folder)
    let cameras = recording.frames[0].cameras
    #expect((cameras.color.width, cameras.color.height, cameras.depth.width) == (48, 36, 16))
    #expect(cameras.color.lens != nil)
    #expect(cameras.shareView)
    #expect(!cameras.areOne)
    #expect(cameras.depth.fx == 15)
    #expect(abs(cameras.depth.cx - 7.5) < 1e-12)
    #expect(try recording.color(recording.frames[0]).width == 48)
  }

  /// No image is that large, nor that small.
  @Test(arguments: [
    ("160", "3e88"), ("120", "3e88"), ("160", "1e-300"), ("160", "4e18"), ("160", "15"), ("120", "16385"),
  ])
  func aReferenceOfNoImageIsAnError(old: String, new: String) throws {
    let small = try dump()
    let text = String(decoding: try small.read("calibration.json"), as: UTF8.self)
    for both in [false, true] {
      var changed = text.replacing("\": \(old)", with: "\": \(new)")
      if both { changed = changed.replacing("\": 160", with: "\": \(new)").replacing("\": 120", with: "\": \(new)") }
      #expect(changed != text)
      try small.write("calibration.json", changed)
      let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
      #expect(try #require(error).problem.contains("16 to 16384"))
    }
  }

  /// Of seven images of either kind two have no depth, and one no colour.
  @Test func imagesWithoutAPartnerAreCounted() throws {
    let small = try dump(frames: 7)
    for file in ["depth01.bin", "depth04.bin", "video02.bin"] { try small.remove(file) }
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.name) == ["0", "3", "5", "6"])
    let counts = { (code: FindingCode) in recording.findings.filter { $0.code == code }.map { $0.values["count"] } }
    #expect(counts(.recordingUnmatchedColor) == [.count(2)])
    #expect(counts(.recordingUnmatchedDepth) == [.count(1)])
    #expect(counts(.recordingAssumedRate) == [.count(4)])
  }

  @Test(arguments: ["depth", "video"]) func aNumberTwiceIsAnError(kind: String) throws {
    let small = try dump()
    try small.write("\(kind)1.bin", small.read("\(kind)01.bin"))
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    let words = try #require(error).problem
    #expect(words.contains("\(kind)1.bin"))
    #expect(words.contains("\(kind)01.bin"))
  }

  @Test func bytesOfNoImageOfThatShapeAreAnError() throws {
    let small = try dump()
    try small.write("depth01.bin", Data(count: 700))
    #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    try small.write("depth01.bin", Data())
    #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
  }

  @Test func aDamagedCalibrationIsAnError() throws {
    let small = try dump()
    for text in ["{}", "[1]", #"{"intrinsic": [1, 2], "intrinsicReferenceDimensionWidth": 4}"#] {
      try small.write("calibration.json", text)
      #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    }
  }
}
