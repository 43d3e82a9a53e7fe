import Foundation
import Images
import Recordings
import Testing

/// Frames whose markers can't be read are carried by their depth; those that show no head are not.
@Suite struct DenseTests {
  @Test func unreadableFramesAreCarriedAndHiddenOnesAreNot() throws {
    let workspace = try Workspace(SampleRecording.whole)
    let (colors, depths) = (try workspace.images("rgb"), try workspace.images("depth"))
    let gray = try ImageFile.jpeg(
      ColorImage(width: 480, height: 360, pixels: Array(repeating: 128, count: 480 * 360 * 3)), quality: 90)
    let hand = try ImageFile.png(
      depthCodes: (0..<(480 * 360)).map { UInt16(850 + $0 % 480 / 8) }, width: 480, height: 360)
    for frame in [6, 8, 19, 20, 30, 31, 40] { try workspace.write(colors[frame], gray) }
    try workspace.write(depths[40], hand)
    var outputs: [Data] = []
    for threads in ["1", "2"] {
      let output = workspace.file("out\(threads)")
      let outcome = try Command.run(
        "reconstruct", workspace.recording.path, "-o", output.path, "--threads", threads, "--voxel-mm", "2")
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      outputs += try ["result.json", "frames.csv", "mesh.ply", "trajectory.txt"].map {
        try Data(contentsOf: output.appendingPathComponent($0))
      }
    }
    #expect(Array(outputs[..<4]) == Array(outputs[4...]))
    let result = try ResultFile(outputs[0])
    #expect(result["tracking.frames_dense"] as? Int == 4)
    #expect(result["tracking.frames_used"] as? Int == 57)
    let rows = String(decoding: outputs[1], as: UTF8.self).split(separator: "\r\n").dropFirst()
    let poses = rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[10] }
    for frame in [6, 8, 19, 20] { #expect(poses[frame] == "dense", Comment(rawValue: String(Array(rows)[frame]))) }
    #expect(poses[30] == "")
    #expect(poses[40] == "")
    #expect(poses[39] == "markers")
    // The back of a head lets a view slide.
    #expect(Array(rows)[30].contains("the shape leaves the pose uncertain by"))
    #expect(Array(rows)[40].contains("usable markers, 2 needed;"))
  }
}
