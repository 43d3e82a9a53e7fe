import Foundation
import Geometry
import Testing

@testable import Recordings

/// Frames of StandardCyborg's recorder.
@Suite struct StandardCyborgReaderTests {
  /// The sample, with further members in the calibration of each frame.
  private func sample(stating members: String) throws -> SmallRecording {
    let small = try RecorderSample.cyborg.copy()
    for name in (0..<4).map({ "frame-00\($0).ply" }) {
      let file = try small.read(name)
      let end = try #require(file.range(of: Data("end_header\n".utf8))).upperBound
      let header = String(decoding: file[..<end], as: UTF8.self)
      let count = try #require(header.firstMatch(of: /element metadata (\d+)/).flatMap { Int($0.1) })
      let text = String(decoding: file[end..<(end + count)], as: UTF8.self)
        .replacing("\"intrinsic_matrix\":", with: "\(members), \"intrinsic_matrix\":")
      let changed = header.replacing("element metadata \(count)", with: "element metadata \(text.utf8.count)")
      try small.write(name, Data((changed + text).utf8) + file[(end + count)...])
    }
    return small
  }

  /// Stated at 3088 × 2316, for images of 80 × 60; where no centre is stated, it is the middle.
  @Test(arguments: [
    ("", Vector2(39.5, 29.5)),
    (#", "lens_distortion_center_x": 1930, "lens_distortion_center_y": 772"#, Vector2(49.5, 19.5)),
  ])
  func theCentreOfTheLensIsScaled(stated: String, centre: Vector2) throws {
    let table = (0..<42).map { 0.0127 * Double($0 * $0) / (41 * 41) }
    let small = try sample(stating: "\"lens_distortion_lookup_table\": \(table)\(stated)")
    let camera = try Recording.open(small.folder).frames[2].camera
    let lens = try #require(camera.lens)
    let found = Vector2(lens.centre.x * camera.fx + camera.cx, lens.centre.y * camera.fy + camera.cy)
    #expect((found - centre).length < 1e-9)
  }

  @Test func filesThatAreNoFramesAreIgnored() throws {
    let mesh = "ply\nformat ascii 1.0\nelement vertex 0\nend_header\n"
    let small = try RecorderSample.cyborg.copy()
    for name in ["mesh.ply", "frame-000.txt"] { try small.write(name, mesh) }
    #expect(try Recording.open(small.folder).frames.count == 4)
    // A mesh that somebody exported into the folder of another recording.
    let tum = try SmallRecording.tum()
    try tum.write("frame-000.ply", mesh)
    #expect(try Recording.open(tum.folder).format == .tum)
  }
}
