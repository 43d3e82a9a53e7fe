import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Movement

/// Folders of OpenPose's files.
@Suite struct OpenPoseReaderTests: FileSuite {
  let files: MotionFiles

  init() throws { files = try MotionFiles() }

  @Test func zerosOfOpenPoseAreMissing() throws {
    defer { files.remove() }
    var body = SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral
    body.tracks[.rightKnee]!.positions[5] = .missing
    let read = try sequence(.read(files.openPose(body), at30))
    #expect(read.tracks[.rightKnee]!.positions[4].isFinite)
    #expect(!read.tracks[.rightKnee]!.positions[5].isFinite)
  }

  @Test func missingFilesOfFramesAreAGap() throws {
    defer { files.remove() }
    let place = try files.openPose(SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral)
    try FileManager.default.removeItem(atPath: place + "/video_000000000003_keypoints.json")
    let read = try sequence(.read(place, at30))
    #expect(SamplingGrid.absent(in: read.times) == 1)
    #expect(read.times.count == 11 && abs(read.times[3] - 4.0 / 30) < 1e-12)
    #expect(read.frames[3] == "video_000000000004_keypoints.json")
    #expect(throws: MotionError.noRate(path: place)) { try MotionFile.read(place) }
  }

  /// Files beside those of the frames are none.
  @Test func otherNumberedFilesInAFolderAreNoFrames() throws {
    defer { files.remove() }
    let place = try files.openPose(SimulatedBody(knee: Array(repeating: 20, count: 12)).lateral)
    try Data("{}".utf8).write(to: URL(filePath: place + "/package2.json"))
    #expect(try sequence(.read(place, at30)).times.count == 12)
  }

  /// `--keypoint_scale` 3 and 4, the key of versions before 1.2, and points in space alone.
  @Test func scalesAndKeysOfOpenPoseAreRead() throws {
    defer { files.remove() }
    let (lateral, space) = (body.lateral, body.space)
    var sized = at15
    (sized.width, sized.height) = (1920, 1080)
    let write = { (name: String, person: (Int) -> String) throws -> String in
      let place = files.folder.appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      for i in course.indices {
        try Data("{\"people\":[\(person(i))]}".utf8).write(to: place.appending(path: "c_\(i)_keypoints.json"))
      }
      return place.path
    }
    let triples = { (i: Int, change: ([Double]) -> [Double]) in
      list(points(lateral, i, .body25).flatMap { change($0) + [0.9] })
    }
    for (name, change) in [
      ("shares", { [$0[0] / 1920, $0[1] / 1080] }),
      ("about the middle", { [2 * $0[0] / 1920 - 1, 2 * $0[1] / 1080 - 1] }),
    ] as [(String, ([Double]) -> [Double])] {
      let place = try write(name) { "{\"pose_keypoints_2d\":\(triples($0, change))}" }
      expectWhole(try knee(place, sized), name)
      #expect(throws: MotionError.noPictureSize(path: place)) { try knee(place, at15) }
    }
    expectWhole(try knee(try write("former") { "{\"pose_keypoints\":\(triples($0, { $0 }))}" }, at15), "former")
    for scale in [1.0, 1000] {
      let place = try write("space \(scale)") { i in
        var numbers = [Double](repeating: 0, count: 100)
        for (point, at) in Skeleton.body25.places {
          let position = space.tracks[point]!.positions[i] * scale
          numbers.replaceSubrange((4 * at)..<(4 * at + 4), with: [position.x, position.y, position.z, 0.9])
        }
        return "{\(scale == 1 ? "\"pose_keypoints_2d\":[]," : "")\"pose_keypoints_3d\":\(list(numbers))}"
      }
      let measured = try knee(place, at15)
      expectWhole(measured, "space")
      #expect(measured.result.source.dimensions == 3)
      guard case .landmarks(let read, _) = try MotionFile.read(place, at15) else { return }
      #expect((read.tracks[.leftAnkle]!.positions[9] - space.tracks[.leftAnkle]!.positions[9]).length < 1e-9)
    }
    let mixed = try write("mixed") { i in
      i == 5
        ? "{\"pose_keypoints_3d\":\(list(Array(repeating: 1, count: 100)))}"
        : "{\"pose_keypoints_2d\":\(triples(i, { $0 }))}"
    }
    #expect(throws: MotionError.self) { try knee(mixed, at15) }
    let counts = FindingValue.list([75, 54, 51, 78, 399].map { .count($0) })
    let other = try write("other") { _ in "{\"pose_keypoints_2d\":[1,2,3,4,5,6,7,8,9]}" }
    #expect(
      throws: MotionError.malformed(
        path: other + "/c_0_keypoints.json", place: .text("`pose_keypoints_2d`"),
        expected: .phrase("motion_numbers_of_models", ["counts": counts]), found: .count(9))
    ) { try knee(other, at15) }
  }
}
