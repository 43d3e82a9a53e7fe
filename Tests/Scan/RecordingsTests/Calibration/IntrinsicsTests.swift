import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

/// A file of intrinsics, and whether it can be that of the images.
@Suite struct IntrinsicsTests {
  private static func read(_ text: String) throws(RecordingError) -> IntrinsicsFile {
    try IntrinsicsFile(Data(text.utf8), file: "intrinsic.json")
  }

  private static let camera = Camera(width: 640, height: 480, fx: 592, fy: 590.5, cx: 321.25, cy: 239)

  private static func matrix(_ numbers: [Double]) -> String {
    "{\"width\": 640, \"height\": 480, \"intrinsic_matrix\": \(numbers)}"
  }

  @Test func theCameraIsReadHoweverItIsWritten() throws {
    let columns = try Self.read(Self.matrix([592, 0, 0, 0, 590.5, 0, 321.25, 239, 1]))
    #expect(columns.color == Self.camera)
    #expect(!columns.isRowMajor)
    let rows = try Self.read(Self.matrix([592, 0, 321.25, 0, 590.5, 239, 0, 0, 1]))
    #expect(rows.color == Self.camera)
    #expect(rows.isRowMajor)
    let parts = try Self.read(
      #"{"cx": 321.25, "fy": 590.5, "height": 480, "width": 640, "fx": 592, "cy": 239, "more": []}"#)
    #expect(parts.color == Self.camera)
    #expect(!parts.isRowMajor)
  }

  @Test(arguments: [
    "", "[]", "{", #"{"width": 640, "height": 480}"#, #"{"width": "640", "height": 480, "intrinsic_matrix": []}"#,
    #"{"height": 480, "fx": 1, "fy": 1, "cx": 1, "cy": 1}"#, matrix([592, 0, 0, 0, 590, 0, 320, 240]),
    matrix([592, 0.1, 0, 0, 590, 0, 320, 240, 1]), matrix([592, 0, 0, 0, 590, 0, 320, 240, 2]),
    matrix([592, 0, 320, 0, 590, 240, 320, 240, 1]),
  ])
  func whatIsNoCameraIsRefused(text: String) {
    #expect(throws: RecordingError.self) { try Self.read(text) }
  }

  /// Which order nine numbers are in is told by zeros, and those of a principal point on an axis do not mislead.
  @Test(arguments: [(0.0, 239.0), (321.25, 0), (0, 0)]) func aPrincipalPointMayLieOnAnAxis(cx: Double, cy: Double)
    throws
  {
    let columns = try Self.read(Self.matrix([592, 0, 0, 0, 590.5, 0, cx, cy, 1]))
    let rows = try Self.read(Self.matrix([592, 0, cx, 0, 590.5, cy, 0, 0, 1]))
    for file in [columns, rows] { #expect([file.color.cx, file.color.cy] == [cx, cy]) }
    #expect(!columns.isRowMajor)
    #expect(rows.isRowMajor == (cx != 0 || cy != 0), "without either both are the same")
  }

  /// As NumPy, librealsense, nerfstudio, ROS and OpenCV call the same numbers.
  @Test(arguments: [
    #""intrinsic_matrix": [[592, 0, 321.25], [0, 590.5, 239], [0, 0, 1]]"#,
    #""intrinsic_matrix": [[592, 0, 0], [0, 590.5, 0], [321.25, 239, 1]]"#,
    #""intrinsicMatrix": [592, 0, 0, 0, 590.5, 0, 321.25, 239, 1]"#,
    #""K": [592, 0, 321.25, 0, 590.5, 239, 0, 0, 1], "D": [0, 0, 0, 0, 0], "distortion_model": "plumb_bob""#,
    #""camera_matrix": {"rows": 3, "cols": 3, "data": [592, 0, 321.25, 0, 590.5, 239, 0, 0, 1]}"#,
    #""fx": 592, "fy": 590.5, "ppx": 321.25, "ppy": 239, "coeffs": [0, 0, 0, 0, 0], "model": "inverse_brown_conrady""#,
    #""fl_x": 592, "fl_y": 590.5, "cx": 321.25, "cy": 239, "k1": 0, "k2": 0, "p1": 0, "p2": 0, "w": 640, "h": 480"#,
    #""intrinsics": {"fx": 592, "fy": 590.5, "cx": 321.25, "cy": 239}"#,
    #""focal_length": [592, 590.5], "principal_point": [321.25, 239]"#,
    #""intrinsic_matrix": [592, 0, 0, 0, 590.5, 0, 321.25, 239, 1], "fx": 592, "fy": 590.5, "cx": null"#,
  ])
  func theUsualNamesAreKnown(members: String) throws {
    let file = try Self.read("{\"width\": 640, \"height\": 480, \(members)}")
    #expect(file.color == Self.camera)
    #expect(!file.isRowMajor)
    #expect(file.depth == nil)
  }

  /// A file that says two things, or nothing, is not guessed at.
  @Test(arguments: [
    (#""fx": 592, "fy": 590.5, "ppx": 321.25"#, "no cy"), (#""fx": 592, "fy": 590.5"#, "no cx"),
    (#""fx": 592, "fl_x": 600, "fy": 590, "cx": 320, "cy": 240"#, "one value of fx"),
    (#""cx": 320, "ppx": 319.5, "fx": 592, "fy": 590, "cy": 240"#, "one value of cx"),
    (#""intrinsic_matrix": [592, 0, 0, 0, 590, 0, 320, 240, 1], "fx": 600"#, "one value of fx"),
    (#""w": 641, "fx": 592, "fy": 590, "cx": 320, "cy": 240"#, "one value of width"),
    (#""K": [0.1, 0.2, 0, 0, 0]"#, "9 numbers"), (#""intrinsic_matrix": [[592, 0, 320], [0, 590, 240]]"#, "9 numbers"),
    (#""intrinsic_matrix": [[592, 0, "320"], [0, 590, 240], [0, 0, 1]]"#, "something else"),
    (#""intrinsic_matrix": [592, 0, 320, 0, 590, 240, 320, 240, 1]"#, "without skew"),
    (#""focal_length": [592], "principal_point": [320, 240]"#, "fx"),
    (#""fx": 600, "focal_length": [592, 590.5], "principal_point": [320, 240]"#, "592.0"),
    (#""fx": "592", "fy": 590, "cx": 320, "cy": 240"#, "something else"),
    (#""fx": 592, "fy": 590, "cx": 320, "cy": 240, "coeffs": [0.1, 0, 0, 0, 0]"#, "OpenCV"),
    (
      #""fx": 592, "fy": 590, "cx": 320, "cy": 240, "coeffs": [0.1, 0, 0, 0, 0], "model": "inverse_brown_conrady""#,
      "OpenCV"
    ),
    (#""fx": 592, "fy": 590, "cx": 320, "cy": 240, "k1": 0.1, "camera_model": "OPENCV_FISHEYE""#, "OpenCV"),
    (#""fx": 592, "fy": 590, "cx": 320, "cy": 240, "D": [0.1, 0, 0, 0, 0, 0.2, 0, 0]"#, "OpenCV"),
  ])
  func twoReadingsAreRefused(members: String, says: String) throws {
    let error = #expect(throws: RecordingError.self) { try Self.read("{\"width\": 640, \"height\": 480, \(members)}") }
    let problem = try #require(error).problem
    #expect(problem.contains(says), "\(problem)")
  }

  @Test(arguments: [
    #""k1": 0.06, "k2": -0.02, "p1": 0.001, "p2": -0.002, "camera_model": "OPENCV""#,
    #""D": [0.06, -0.02, 0.001, -0.002, 0], "distortion_model": "plumb_bob""#,
    #""distortion_coefficients": {"rows": 1, "cols": 5, "data": [0.06, -0.02, 0.001, -0.002, 0]}"#,
    #""dist_coeffs": [[0.06, -0.02, 0.001, -0.002, 0, 0, 0, 0]]"#,
    #""coeffs": [0.06, -0.02, 0.001, -0.002, 0], "model": "Brown Conrady""#,
  ])
  func aLensOfOpenCVsModelIsKnownByItsNames(members: String) throws {
    let camera = try Self.read(
      #"{"width": 640, "height": 480, "fx": 592, "fy": 590.5, "cx": 321.25, "cy": 239, \#(members)}"#
    ).color
    #expect(camera.lens == Lens(radial: [0.06, -0.02, 0], tangential: [0.001, -0.002]))
  }

  /// A file that is no list of frames by mistake is not taken apart.
  @Test func aHugeFileIsRefused() {
    let text = "{\"width\": 640, \"height\": 480, \"more\": [" + String(repeating: "1,", count: 600_000) + "1]}"
    let error = #expect(throws: RecordingError.self) { try Self.read(text) }
    #expect(error?.code == .recordingTooLarge)
  }

  /// Wrong by the size, a focal length that no lens has, pixels that are no squares, or a middle beside the image.
  @Test func aCameraHasToBeThatOfTheImages() throws {
    let size = ImageSize(width: 640, height: 480)
    try Intrinsics.require(Self.camera, size: size, file: "f")
    let changes: [(inout Camera) -> Void] = [
      { $0.width = 639 }, { $0.height = 640 }, { ($0.fx, $0.fy) = (100, 100) }, { ($0.fx, $0.fy) = (7000, 7000) },
      { $0.fy = -592 }, { $0.fx = .nan }, { $0.fy = 300 }, { $0.fy = 1000 }, { $0.cx = 700 }, { $0.cy = -1 },
      { $0.cx = .infinity },
    ]
    for (number, change) in changes.enumerated() {
      var camera = Self.camera
      change(&camera)
      #expect(throws: RecordingError.self, "change \(number)") {
        try Intrinsics.require(camera, size: size, file: "f")
      }
    }
  }

  /// Focal lengths from a fifth of the longer side to ten times it, and pixels up to half as long again as wide.
  @Test(arguments: [
    (129.0, 129.0, true), (127, 127, false), (6390, 6390, true), (6410, 6410, false), (600, 404, true),
    (600, 396, false),
    (404, 600, true), (396, 600, false),
  ])
  func focalLengthsHaveLimits(fx: Double, fy: Double, isSound: Bool) {
    let camera = Camera(width: 640, height: 480, fx: fx, fy: fy, cx: 320, cy: 240)
    let found = Result { () throws(RecordingError) in
      try Intrinsics.require(camera, size: ImageSize(width: 640, height: 480), file: "f")
    }
    #expect(((try? found.get()) != nil) == isSound)
  }

  @Test func theLimitsOfFocalLengthsAreTold() {
    let camera = Camera(width: 640, height: 480, fx: 127, fy: 127, cx: 320, cy: 240)
    let error = #expect(throws: RecordingError.self) {
      try Intrinsics.require(camera, size: ImageSize(camera), file: "f")
    }
    #expect(error?.problem.contains("0.2 to 10 times") == true)
  }

  /// A lens may move a place by a fifth of the longer side, 128 pixels. The corner lies 400 pixels from the middle, and
  /// where this lens shows it, a pinhole would show it a little less or more than that farther out.
  @Test(arguments: [(127.0, true), (129, false)]) func aLensThatMovesAPlaceTooFarIsRefused(shift: Double, isSound: Bool)
  {
    var camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 319.5, cy: 239.5)
    let (seen, ideal) = (400 / 592.0, (400 + shift) / 592)
    camera.lens = Lens(radial: [(seen / ideal - 1) / (ideal * ideal)])
    let found = Result { () throws(RecordingError) in
      try Intrinsics.require(camera, size: ImageSize(camera), file: "f")
    }
    #expect(((try? found.get()) != nil) == isSound)
  }

  /// A lens with a centre of its own, and one of OpenCV's.
  @Test(arguments: [
    Lens(radial: [0.06, -0.02, 0.01, 0.002, -0.001], tangential: [0.001, -0.002], centre: [0.013, -0.021]),
    Lens(radial: [0.06, -0.02, 0.01], tangential: [0.001, -0.002]), Lens(radial: [0, 0, 0, 0.01]),
  ])
  func whatIsWrittenIsRead(lens: Lens) throws {
    var camera = Self.camera
    camera.lens = lens
    let beside = RigidTransform(rotation: .rotation([0.01, -0.02, 0.03]), translation: [0.02, -0.003, 0.001])
    let other = Camera(width: 320, height: 240, fx: 280, fy: 281, cx: 160, cy: 118)
    for pair in [CameraPair(camera), CameraPair(color: camera, depth: other, colorFromDepth: beside)] {
      let read = try IntrinsicsFile(WrittenIntrinsics(pair).json(), file: "intrinsic.json")
      #expect(read.color.pinhole == camera.pinhole)
      let found = try #require(read.color.lens)
      #expect(found.radial == lens.radial && found.tangential == lens.tangential)
      #expect((found.centre - lens.centre).length < 1e-12)
      #expect(read.depth == (pair.areOne ? nil : other))
      if !pair.areOne { #expect((read.colorFromDepth.inverse * beside).translation.length < 1e-9) }
    }
  }

  /// A little is noted, once for all frames.
  @Test(arguments: [(1.0, 0), (1.01, 0), (1.02, 3), (1.04, 3), (0.9, 3)]) func pixelsThatAreHardlySquareAreNoted(
    ratio: Double, count: Int
  ) {
    var camera = Self.camera
    camera.fy = camera.fx / ratio
    let findings = Intrinsics.findings(Array(repeating: CameraPair(camera), count: 3))
    #expect(findings.map { $0.values["count"]?.figure } == (count == 0 ? [] : [Double(count)]))
    #expect(findings.allSatisfy { $0.code == .recordingNonSquarePixels })
  }

  // MARK: Sections and lenses

  private static let depthSection =
    #"{"width": 320, "height": 240, "fx": 280, "fy": 281, "cx": 160, "cy": 118, "to_color": [1,0,0,0.012, 0,1,0,-0.001, 0,0,1,0.0005, 0,0,0,1]}"#

  private static func sections(_ depth: String) -> String {
    "{\"color\": \(matrix([592, 0, 0, 0, 590.5, 0, 321.25, 239, 1])), \"depth\": \(depth)}"
  }

  @Test func eachCameraHasItsSection() throws {
    let file = try Self.read(Self.sections(Self.depthSection))
    #expect(file.color == Self.camera)
    #expect(file.depth == Camera(width: 320, height: 240, fx: 280, fy: 281, cx: 160, cy: 118))
    #expect(file.colorFromDepth == RigidTransform(rotation: .identity, translation: [0.012, -0.001, 0.0005]))
    var findings: [Finding] = []
    let sizes = ImageSizes(color: ImageSize(width: 640, height: 480), depth: ImageSize(width: 320, height: 240))
    let pair = try Intrinsics.cameras(file, file: "f", sizes: sizes, findings: &findings)
    #expect(!pair.shareView)
    #expect(!pair.areOne)
    #expect(findings.isEmpty)
    let rows = Self.depthSection.replacing(
      "[1,0,0,0.012, 0,1,0,-0.001, 0,0,1,0.0005, 0,0,0,1]",
      with: "[[1,0,0,0.012], [0,1,0,-0.001], [0,0,1,0.0005], [0,0,0,1]]")
    #expect(try Self.read(Self.sections(rows)).colorFromDepth == file.colorFromDepth)
    let colorByRows = Self.matrix([592, 0, 321.25, 0, 590.5, 239, 0, 0, 1])
    #expect(try Self.read("{\"color\": \(colorByRows), \"depth\": \(Self.depthSection)}").isRowMajor)
  }

  @Test(arguments: [
    "[1,0,0,0]", "[1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,1,1]", "[1.1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]",
    "[1,0,0,0, 0,1,0,0, 0,0,-1,0, 0,0,0,1]", "[1,0,0,0.7, 0,1,0,0, 0,0,1,0, 0,0,0,1]", "\"identity\"",
  ])
  func aPoseThatIsNoneIsRefused(pose: String) {
    let section =
      "{\"width\": 320, \"height\": 240, \"fx\": 280, \"fy\": 281, \"cx\": 160, \"cy\": 118, \"to_color\": \(pose)}"
    #expect(throws: RecordingError.self) { try Self.read(Self.sections(section)) }
  }

  /// One camera means both: at the size of either image, the other one sees the same.
  @Test(arguments: [(1440, 1080), (640, 480)]) func oneCameraMeansBoth(width: Int, height: Int) throws {
    let camera = Camera(width: width, height: height, fx: 1332, fy: 1332, cx: 300, cy: 250)
    let sizes = ImageSizes(color: ImageSize(width: 1440, height: 1080), depth: ImageSize(width: 640, height: 480))
    var findings: [Finding] = []
    let pair = try Intrinsics.registered(camera, file: "f", sizes: sizes, findings: &findings)
    #expect(findings.map(\.code) == [.recordingOneCamera])
    #expect(pair.shareView)
    #expect(!pair.areOne)
    #expect((pair.color == camera || pair.depth == camera))
    let other = ImageSizes(color: ImageSize(width: 1440, height: 1080), depth: ImageSize(width: 640, height: 360))
    #expect(throws: RecordingError.self) {
      try Intrinsics.registered(camera, file: "f", sizes: other, findings: &findings)
    }
  }

  private static func withLens(_ lens: String) -> String {
    "{\"width\": 640, \"height\": 480, \"fx\": 592, \"fy\": 590.5, \"cx\": 321.25, \"cy\": 239, \"distortion\": \(lens)}"
  }

  @Test func openCVsCoefficientsAreALens() throws {
    let camera = try Self.read(Self.withLens("[0.06, -0.02, 0.001, -0.002, 0.01]")).color
    #expect(camera.lens == Lens(radial: [0.06, -0.02, 0.01], tangential: [0.001, -0.002]))
    #expect(try Self.read(Self.withLens("[0, 0, 0, 0]")).color.lens == nil)
  }

  /// A lens that folds the image over, or moves it far, is none of a phone.
  @Test(arguments: ["[-3, 0, 0, 0, 0]", "[5, 0, 0, 0, 0]", "[0, 0, 2, 0, 0]"]) func aLensHasToShowEachPlaceOnce(
    lens: String
  ) throws {
    let camera = try Self.read(Self.withLens(lens)).color
    #expect(throws: RecordingError.self) {
      try Intrinsics.require(camera, size: ImageSize(width: 640, height: 480), file: "f")
    }
  }

  @Test(arguments: [
    "[1]", "[1, 2, 3, 4, 5, 6, 7, 8]", "\"none\"", "{\"lookup_table\": [0, 0.01]}",
    "{\"lookup_table\": [0, 0, 0, 0, 0, 0, 0, 0.7]}",
    "{\"lookup_table\": [0, 0, 0, 0, 0, 0, 0, 0.01], \"center\": [1]}",
    "{\"lookup_table\": [0, 0, 0, 0, 0, 0, 0, 0.01], \"center\": [700, 1]}",
    "{\"lookup_table\": [0, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1, -0.1, 0.1]}",
  ])
  func whatIsNoLensIsRefused(lens: String) {
    #expect(throws: RecordingError.self) { try Self.read(Self.withLens(lens)) }
  }

  /// A name that is misspelt would be a lens left out; one that says itself that it is none may.
  @Test(arguments: ["{}", "{\"k1\": 0.06, \"k2\": -0.02}", "{\"lookup_tabel\": [0, 0, 0, 0, 0, 0, 0, 0.01]}"])
  func aLensWithoutItsNumbersIsRefused(lens: String) throws {
    let error = #expect(throws: RecordingError.self) { try Self.read(Self.withLens(lens)) }
    #expect(try #require(error).problem.contains("lookup_table"))
    #expect(try Self.read(Self.withLens("null")).color.lens == nil)
  }

  /// A pose is that of the depth camera; elsewhere it would not be used.
  @Test func aPoseElsewhereIsRefused() throws {
    let one = Self.depthSection
    let swapped =
      "{\"color\": \(Self.depthSection), \"depth\": \(Self.matrix([592, 0, 0, 0, 590.5, 0, 321.25, 239, 1]))}"
    for text in [one, swapped] {
      let error = #expect(throws: RecordingError.self) { try Self.read(text) }
      #expect(try #require(error).problem.contains("to_color"))
    }
  }

  /// The same table in both sections, at two sizes, is one view.
  @Test func aTableAtTwoSizesIsOneView() throws {
    let table = (0..<42).map { 0.0127 * Double($0 * $0) / (41 * 41) }
    func section(_ scale: Double) -> String {
      let (fx, cx, cy) = (592 * scale, (321.75 * scale) - 0.5, (239.5 * scale) - 0.5)
      return """
        {"width": \(Int(640 * scale)), "height": \(Int(480 * scale)), "fx": \(fx), "fy": \(fx), "cx": \(cx), "cy": \(cy),
         "distortion": {"lookup_table": \(table), "center": [\(318 * scale), \(244 * scale)]}}
        """
    }
    let file = try Self.read("{\"color\": \(section(2.25)), \"depth\": \(section(1))}")
    let pair = CameraPair(color: file.color, depth: try #require(file.depth))
    #expect(pair.color.lens != pair.depth.lens, "or this shows nothing")
    #expect(pair.shareView)
  }

  /// Apple's tables: radii lengthen by a share that grows with them. Both tables give the same lens.
  @Test func applesTablesAreALens() throws {
    let truth = Lens(radial: [-0.03, 0.012], centre: [0.002, -0.004])
    let centre = Vector2(0.002 * 592 + 321.25, -0.004 * 590.5 + 239)
    let corner = Vector2(max(centre.x + 0.5, 639.5 - centre.x), max(centre.y + 0.5, 479.5 - centre.y)).length / 591.25
    let toImage = (0..<42).map { k -> Double in
      let r = corner * Double(k) / 41
      return k == 0 ? 0 : (truth.distorted(truth.centre + [r, 0]) - truth.centre).x / r - 1
    }
    let toRectified = (0..<42).map { k -> Double in
      let r = corner * Double(k) / 41
      return k == 0 ? 0 : (truth.undistorted(truth.centre + [r, 0]) - truth.centre).x / r - 1
    }
    for (name, table) in [("lookup_table", toImage), ("inverse_lookup_table", toRectified)] {
      let text = Self.withLens("{\"\(name)\": \(table), \"center\": [\(centre.x + 0.5), \(centre.y + 0.5)]}")
      let camera = try Self.read(text).color
      var straight = camera
      straight.lens = truth
      for pixel in [Vector2(0, 0), [639, 479], [100, 300], [400, 20]] {
        #expect((camera.rectified(pixel) - straight.rectified(pixel)).length < 0.02, "\(name) at \(pixel)")
      }
    }
    #expect(try Self.read(Self.withLens("{\"lookup_table\": [0, 0, 0, 0, 0, 0, 0, 0]}")).color.lens == nil)
    // Where no centre is stated, it is the middle of the image.
    let lenses = try ["", ", \"center\": [320, 240]"].map {
      try Self.read(Self.withLens("{\"lookup_table\": \(toImage)\($0)}")).color.lens
    }
    #expect(lenses[0] != nil && lenses[0] == lenses[1])
  }

  /// A table of a phone's size, looked up as the header of AVCameraCalibrationData does it: the share of the radius,
  /// between two neighbours of the table in a straight line.
  @Test func applesTablesAreLookedUp() throws {
    let table = (0..<42).map { index -> Double in
      let share = Double(index * index) / (41 * 41)
      return 0.0127 * share * (1.25 - 0.25 * share)
    }
    let camera = try Self.read(Self.withLens("{\"lookup_table\": \(table), \"center\": [318, 244]}")).color
    let centre = Vector2(317.5, 243.5)
    let farthest = Vector2(640 - 318, 244).length
    for y in stride(from: 0.0, to: 480, by: 7) {
      for x in stride(from: 0.0, to: 640, by: 7) {
        let offset = Vector2(x, y) - centre
        let place = 41 * min(1, offset.length / farthest)
        let (low, rest) = (min(40, Int(place)), place - Double(min(40, Int(place))))
        let share = (1 - rest) * table[low] + rest * table[low + 1]
        let seen = camera.project(camera.pinhole.ray([x, y]))
        #expect((seen - (Vector2(x, y) + offset * share)).length < 0.05, "\(x), \(y)")
      }
    }
  }
}

/// What is written of cameras is read again as it was.
@Suite struct WrittenIntrinsicsTests {
  private static let plain = Camera(width: 16, height: 12, fx: 15, fy: 14.8, cx: 7.5, cy: 5.5)

  private static func with(_ lens: Lens) -> Camera {
    var camera = plain
    camera.lens = lens
    return camera
  }

  /// Of a table, at a quarter of the size for depth.
  private static let resized: CameraPair = {
    let color = with(Lens(radial: [0.02, -0.01, 0.003, 0.001, 0, 0.0005, 0.0002], centre: [0.01, -0.02]))
    return CameraPair(color: color.resized(width: 64, height: 48), depth: color.resized(width: 16, height: 12))
  }()

  static let pairs = [
    resized,
    CameraPair(plain),
    CameraPair(with(Lens(radial: [0.05, -0.02, 0.003], tangential: [0.001, -0.002]))),
    CameraPair(
      with(Lens(radial: [0.02, -0.01, 0.003, 0.001, 0, 0.0005], tangential: [0.001, 0], centre: [0.01, -0.02]))),
    CameraPair(
      color: plain, depth: with(Lens(radial: [0.01])),
      colorFromDepth: RigidTransform(rotation: .rotation([0.01, 0.02, -0.03]), translation: [0.012, 0.001, -0.002])),
  ]

  @Test(arguments: pairs.indices) func theyAreReadAsTheyWere(index: Int) throws {
    let pair = Self.pairs[index]
    let small = try SmallRecording.tum(frames: 1)
    try small.write("rgb/0.jpg", SmallRecording.color(width: pair.color.width, height: pair.color.height))
    try small.write("intrinsic.json", WrittenIntrinsics(pair).json())
    let read = try Recording.open(small.folder).frames[0].cameras
    #expect(read.shareView == pair.shareView)
    #expect(read.areOne == pair.areOne)
    #expect(read.color.fx == pair.color.fx)
    #expect(read.color.cy == pair.color.cy)
    #expect((read.colorFromDepth.translation - pair.colorFromDepth.translation).length < 1e-12)
    for (one, other) in [(read.color, pair.color), (read.depth, pair.depth)] {
      for pixel in [Vector2(0, 0), Vector2(15, 3), Vector2(7, 11)] {
        #expect((one.rectified(pixel) - other.rectified(pixel)).length < 1e-9)
      }
    }
  }
}
