import Diagnostics
import Foundation
import Testing

@testable import Recordings

@Suite struct RecordingTests {
  @Test func eachLayoutHasItsPlaceInTheOrderOfTrial() {
    #expect(RecordingFormat.inOrderOfTrial.map(\.entry.trial) == Array(1...RecordingFormat.allCases.count))
    #expect(RecordingFormat.endings == ["r3d", "sens", "mkv"])
  }

  @Test func aTUMRecordingIsRecognisedAndDecoded() throws {
    let small = try SmallRecording.tum()
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .tum)
    #expect(recording.frames.map(\.name) == ["100.000", "101.000", "102.000", "103.000"])
    #expect(recording.frames.map(\.index) == [0, 1, 2, 3])
    #expect(abs(recording.frames[2].depthTime - 102.005) < 1e-12)
    #expect(recording.findings.map(\.code) == [.recordingNotSynchronised])
    let camera = recording.frames[0].camera
    #expect([camera.fx, camera.fy, camera.cx, camera.cy] == [15, 14.8, 7.5, 5.5])
    let frame = try #require(recording.frame(named: "102.000"))
    let depth = try recording.depth(frame)
    // The last one is marked.
    #expect(depth.pixels.dropLast().allSatisfy { $0 == 0.4 })
    #expect(try recording.gray(frame).width == 16)
    #expect(try recording.color(frame).pixels.count == 16 * 12 * 3)
    #expect(recording.frame(named: "102") == nil)
  }

  @Test func codesWithoutDepthAreNaN() throws {
    let small = try SmallRecording.tum(frames: 1)
    var codes = [UInt16](repeating: 2000, count: 16 * 12)
    (codes[0], codes[1], codes[2]) = (0, 65535, 65534)
    try small.write("depth/0.png", ImageFile.png(depthCodes: codes, width: 16, height: 12))
    let recording = try Recording.open(small.folder)
    let depth = try recording.depth(recording.frames[0])
    #expect(depth[0, 0].isNaN)
    #expect(depth[1, 0].isNaN)
    #expect(depth[2, 0] == Float(65534) / 5000)
  }

  @Test func depthMayBeATIFFInMetres() throws {
    let small = try SmallRecording.tum(frames: 1)
    var values = [Float](repeating: 0.5, count: 16 * 12)
    values.replaceSubrange(0..<4, with: [.nan, 0, -1, .infinity])
    try small.write("depth/0.tiff", TestImages.tiff(values, width: 16))
    try small.write("depth.txt", "100 depth/0.tiff\n")
    let recording = try Recording.open(small.folder)
    let depth = try recording.depth(recording.frames[0])
    #expect(depth.pixels.prefix(4).allSatisfy { $0.isNaN })
    #expect(depth.pixels.dropFirst(4).allSatisfy { $0 == 0.5 })
  }

  @Test(arguments: ["color", "image", "rgb", "images", "Color", "RGB", "colors", "rgbs"])
  func open3DFramesAreInTheOrderOfNumbers(colorFolder: String) throws {
    let small = try SmallRecording.open3d(colorFolder: colorFolder)
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .open3d)
    #expect(recording.frames.map(\.name) == ["8", "9", "10", "11"])
    #expect(abs(recording.frames[3].time - 0.1) < 1e-12)
    #expect(recording.findings.map(\.code) == [.recordingAssumedRate])
    #expect(try recording.depth(recording.frames[3]).pixels[7] == 0.4)
  }

  /// Of 400 units; a D405 has 10,000 to the metre, librealsense states the metres of one unit.
  @Test(arguments: [
    ("4000.0", 0.1), ("10000", 0.04), ("0.001", 0.4), ("0.00025", 0.1), ("null", 0.4), ("2500.5", 400 / 2500.5),
  ])
  func theUnitBesideIntrinsicsIsTaken(stated: String, metres: Float) throws {
    let small = try SmallRecording.open3d()
    try small.write(
      "camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":\(stated),\"depth_format\":\"Z16\""))
    let recording = try Recording.open(small.folder)
    #expect(abs(try recording.depth(recording.frames[0]).pixels[7] - metres) < 1e-6)
    #expect(recording.findings.map(\.code) == [.recordingAssumedRate])
    // What the user states of depth goes first.
    let own = try Recording.open(small.folder, RecordingReading(codesPerMetre: 2000))
    #expect(try own.depth(own.frames[0]).pixels[7] == 0.2)
  }

  @Test(arguments: [#""depthScale":1000"#, #""depth_units":0.001"#, #""depth_factor":1000"#, #""depth_scale":"1000""#])
  func theUnitHasOtherNames(stated: String) throws {
    let small = try SmallRecording.tum(intrinsics: SmallRecording.intrinsics(stating: stated))
    #expect(try Recording.open(small.folder).unitsPerMetre == 1000)
  }

  /// Whatever the layout, what is stated beside the intrinsics goes before its own unit.
  @Test func theUnitBesideIntrinsicsIsTakenInEveryLayout() throws {
    let stating = SmallRecording.intrinsics(stating: "\"depth_scale\":1000.0")
    let tum = try SmallRecording.tum(intrinsics: stating)
    #expect(try Recording.open(tum.folder).unitsPerMetre == 1000)
    #expect(try Recording.open(tum.folder, RecordingReading(codesPerMetre: 5000)).unitsPerMetre == 5000)
    try tum.write("intrinsic.json", SmallRecording.intrinsics)
    #expect(try Recording.open(tum.folder).unitsPerMetre == 5000)
    try tum.write("intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":1.5"))
    #expect(try Recording.open(tum.folder).unitsPerMetre == 1.5)
    try tum.write("intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":0"))
    #expect { try Recording.open(tum.folder) } throws: { ($0 as? RecordingError)?.subject == "intrinsic.json" }
    let sections = "{\"color\": \(SmallRecording.intrinsics), \"depth\": \(stating)}"
    try tum.write("intrinsic.json", sections)
    #expect(try Recording.open(tum.folder).unitsPerMetre == 1000)
    // Of a layout that reads no such file of its own, where one is named.
    let zeiss = try SmallRecording.zeiss()
    try zeiss.write("given.json", stating)
    #expect(try Recording.open(zeiss.folder).unitsPerMetre == 10_000)
    let given = RecordingReading(intrinsics: zeiss.folder.appendingPathComponent("given.json"))
    #expect(try Recording.open(zeiss.folder, given).unitsPerMetre == 1000)
    let scenes = try RecorderSample.scenes.copy()
    try scenes.write(
      "intrinsic.json",
      String(decoding: scenes.read("intrinsic.json"), as: UTF8.self).replacing(
        "{", with: "{\"depth_scale\": 2000,", maxReplacements: 1))
    #expect(try Recording.open(scenes.folder).unitsPerMetre == 2000)
  }

  /// Scales that were rounded to 32 bits: the same bytes of depth as with the whole number.
  @Test(arguments: ["999.99995", "1000.00005", "0.001000000047497451", "9.999999974752427e-07", "1000000.0025", "1.0"])
  func aScaleOfFewBitsIsWhole(stated: String) throws {
    let small = try SmallRecording.open3d()
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":\(stated)"))
    let units = try Recording.open(small.folder).depthScale.codesPerMetre
    #expect([1, 1000, 1_000_000].contains(units))
  }

  /// A scale that can't be is no obstacle where another one is stated.
  @Test func theUnitIsThatOfTheIntrinsicsInUse() throws {
    let small = try SmallRecording.open3d()
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":4000"))
    try small.write("given.json", SmallRecording.intrinsics)
    var reading = RecordingReading(intrinsics: small.folder.appendingPathComponent("given.json"))
    let depth = { (reading: RecordingReading) throws -> Float in
      let recording = try Recording.open(small.folder, reading)
      return try recording.depth(recording.frames[0]).pixels[7]
    }
    #expect(try depth(reading) == 0.1)
    try small.write("given.json", SmallRecording.intrinsics(stating: "\"depth_scale\":2000"))
    #expect(try depth(reading) == 0.2)
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":0"))
    #expect(try depth(reading) == 0.2)
    try small.write("camera_intrinsic.json", "no JSON")
    #expect(try depth(reading) == 0.2)
    try small.write("given.json", SmallRecording.intrinsics)
    #expect(try depth(reading) == 0.4)
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":0"))
    #expect { try depth(reading) } throws: { ($0 as? RecordingError)?.subject == "camera_intrinsic.json" }
    try small.write("given.json", SmallRecording.intrinsics(stating: "\"depth_scale\":true"))
    #expect { try depth(reading) } throws: { ($0 as? RecordingError)?.subject.hasSuffix("given.json") == true }
    reading.codesPerMetre = 800
    #expect(try depth(reading) == 0.5)
    // Of two names the first one counts, for the unit as for the cameras.
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":4000"))
    try small.write("intrinsic.json", SmallRecording.intrinsics)
    #expect(try depth(RecordingReading()) == 0.4)
  }

  /// Numbers with a fraction are metres, whatever is stated of whole ones.
  @Test func floatsStayMetres() throws {
    let small = try SmallRecording.open3d(numbers: [1])
    try small.remove("depth/1.png")
    try small.write("depth/1.tiff", TestImages.tiff([Float](repeating: 0.5, count: 192), width: 16))
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":4000"))
    let recording = try Recording.open(small.folder)
    #expect(try recording.depth(recording.frames[0]).pixels.allSatisfy { $0 == 0.5 })
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"depth_scale\":0"))
    let other = try Recording.open(small.folder)
    #expect(try other.depth(other.frames[0]).pixels.allSatisfy { $0 == 0.5 })
  }

  @Test(arguments: [
    ("60.0", 60.0), ("29.97", 29.97), ("0.1", 0.1), ("0.09", 30), ("0", 30), ("1000", 1000), ("1001", 30),
    ("\"fast\"", 30), ("null", 30),
  ])
  func theRateBesideIntrinsicsIsTaken(stated: String, rate: Double) throws {
    let small = try SmallRecording.open3d()
    try small.write("camera_intrinsic.json", SmallRecording.intrinsics(stating: "\"fps\":\(stated)"))
    let recording = try Recording.open(small.folder)
    #expect(abs(recording.frames[3].time - 3 / rate) < 1e-12)
    #expect(recording.findings.map(\.code) == [.recordingAssumedRate])
    // Two decimals, where there is a fraction.
    let decimals = ["29.97": 2, "0.1": 2][stated, default: 0]
    #expect(recording.findings.first?.values["rate"] == .number(rate, decimals: decimals))
  }

  @Test func redwoodNamesCarryMicroseconds() throws {
    let small = try SmallRecording()
    for (color, depth) in [
      ("000001-000000000000", "000001-000000004000"), ("000002-000000033369", "000002-000000037000"),
    ] {
      try small.write("rgb/\(color).jpg", SmallRecording.color())
      try small.write("depth/\(depth).png", SmallRecording.depthPNG(code: 700))
    }
    try small.write("intrinsic.json", SmallRecording.intrinsics)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.time) == [0, 0.033369])
    #expect(recording.frames.map(\.depthTime) == [0.004, 0.037])
    #expect(recording.findings.map(\.code) == [.recordingNotSynchronised])
  }

  @Test func namesOfSecondsAreTimes() throws {
    let small = try SmallRecording()
    for name in ["1700000000.000000", "1700000000.033333"] {
      try small.write("color/\(name).jpg", SmallRecording.color())
      try small.write("depth/\(name).png", SmallRecording.depthPNG(code: 700))
    }
    try small.write("intrinsic.json", SmallRecording.intrinsics)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.map(\.time) == [1_700_000_000, 1_700_000_000.033333])
    #expect(recording.findings.isEmpty)
  }

  @Test func zeissIntrinsicsAtTheImagesSizeAreTaken() throws {
    let small = try SmallRecording.zeiss(reference: "(4032.0, 3024.0)", filtered: true)
    let recording = try Recording.open(small.folder)
    #expect(recording.format == .zeiss)
    #expect(recording.frames.map(\.name) == ["1000", "1033", "1066"])
    // Apple counts from the image's corner, where pixel centres are at halves.
    let camera = recording.frames[1].camera
    #expect([camera.fx, camera.cx, camera.cy] == [15, 7, 5])
    #expect(recording.findings.map(\.code) == [.recordingIntrinsicsReference, .recordingFilteredDepth])
    #expect(try recording.depth(recording.frames[0]).pixels[0] == 0.4)
  }

  @Test func zeissIntrinsicsAtTheirReferenceSizeAreScaled() throws {
    let small = try SmallRecording.zeiss(matrix: [150, 145, 80, 60], reference: "(160, 120)")
    let camera = try Recording.open(small.folder).frames[0].camera
    #expect([camera.fx, camera.fy] == [15, 14.5])
    #expect(abs(camera.cx - 7.5) < 1e-12)
    #expect(abs(camera.cy - 5.5) < 1e-12)
  }

  @Test func theUsersIntrinsicsOverrideTheRecordings() throws {
    let small = try SmallRecording.zeiss()
    let own = #"{"width":16,"height":12,"fx":20,"fy":21,"cx":8,"cy":6}"#
    try small.write("own.json", own)
    let recording = try Recording.open(
      small.folder, RecordingReading(intrinsics: small.folder.appendingPathComponent("own.json")))
    #expect(recording.frames[2].camera.fy == 21)
  }

  @Test func aForcedFormatIsUsed() throws {
    let small = try SmallRecording.tum()
    let recording = try Recording.open(small.folder, RecordingReading(format: .open3d))
    #expect(recording.frames.map(\.name) == ["0", "1", "2", "3"])
  }
}
