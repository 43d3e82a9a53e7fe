import Foundation
import Geometry
import Testing

@testable import Recordings

/// A file of intrinsics, and whether it can be that of the images.
@Suite struct IntrinsicsTests {
  private static func read(_ text: String) throws(RecordingError) -> IntrinsicsFile {
    try IntrinsicsFile(Data(text.utf8), file: "intrinsic.json")
  }

  private static let camera = PinholeCamera(width: 640, height: 480, fx: 592, fy: 590.5, cx: 321.25, cy: 239)

  private static func matrix(_ numbers: [Double]) -> String {
    "{\"width\": 640, \"height\": 480, \"intrinsic_matrix\": \(numbers)}"
  }

  @Test func theCameraIsReadHoweverItIsWritten() throws {
    let columns = try Self.read(Self.matrix([592, 0, 0, 0, 590.5, 0, 321.25, 239, 1]))
    #expect(columns.camera == Self.camera && !columns.isRowMajor)
    let rows = try Self.read(Self.matrix([592, 0, 321.25, 0, 590.5, 239, 0, 0, 1]))
    #expect(rows.camera == Self.camera && rows.isRowMajor)
    let parts = try Self.read(
      #"{"cx": 321.25, "fy": 590.5, "height": 480, "width": 640, "fx": 592, "cy": 239, "more": []}"#)
    #expect(parts.camera == Self.camera && !parts.isRowMajor)
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

  /// Wrong by the size, a focal length that no lens has, pixels that are no squares, or a middle beside the image.
  @Test func aCameraHasToBeThatOfTheImages() throws {
    let size = ImageSize(width: 640, height: 480)
    try Intrinsics.require(Self.camera, size: size, file: "f")
    let changes: [(inout PinholeCamera) -> Void] = [
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

  /// A little is noted, once for all frames.
  @Test(arguments: [(1.0, 0), (1.02, 0), (1.04, 3), (0.9, 3)]) func pixelsThatAreHardlySquareAreNoted(
    ratio: Double, count: Int
  ) {
    var camera = Self.camera
    camera.fy = camera.fx / ratio
    let findings = Intrinsics.findings([camera, camera, camera])
    #expect(findings.map { $0.values["count"]?.figure } == (count == 0 ? [] : [Double(count)]))
    #expect(findings.allSatisfy { $0.code == .recordingNonSquarePixels })
  }
}
