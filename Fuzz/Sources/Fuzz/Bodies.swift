import Foundation

@testable import Movement

extension Target {
  /// Landmarks of bodies and hands in every format that pose models and motion capture write.
  static let bodies: [Target] = [
    body("trc", words: ["PathFileType", "DataRate", "Units", "NumMarkers", "Frame#\tTime\t", "mm", "nan"]) {
      let lines = String(decoding: try Material.data("Datasets/movements/knee.trc"), as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false)
      // The header counts the rows.
      return [Data(lines.prefix(10).joined(separator: "\n").replacing("\t342\t", with: "\t4\t").utf8)]
    },
    body("c3d", words: ["POINT", "USED", "SCALE", "RATE", "LABELS", "UNITS", "TRIAL", "ACTUAL_END_FIELD"]) {
      [try Material.data("Datasets/movements/knee.c3d")]
    },
    body("vision", words: keys + ["left_upLeg_joint", "right_leg_joint", "left_shoulder_1_joint", "joints"]) {
      [text("[\(frames { "{\"time\":\($0),\"joints\":{\(joints)}}" })]")]
    },
    body("point-table", words: ["scorer", "bodyparts", "coords", "individuals", "likelihood", "_x", "_y", "_z", "v23"])
    {
      let points = ["left_hip", "left_knee", "left_ankle", "right_hip", "right_knee", "right_ankle"]
      // The cells of a row: a first one, and three a point.
      let row = { (first: String, cells: (String) -> [String]) in
        ([first] + points.flatMap(cells)).joined(separator: ",")
      }
      let rows = (0..<3).map { i in row("\(i)") { _ in ["\(i).5", "3", "0.9"] } }
      let deep = [
        row("scorer") { _ in ["m", "m", "m"] }, row("bodyparts") { [$0, $0, $0] },
        row("coords") { _ in ["x", "y", "likelihood"] },
      ]
      let plain = [row("time") { ["\($0)_x", "\($0)_y", "\($0)_visibility"] }]
      return [deep, plain].map { text(($0 + rows).joined(separator: "\n") + "\n") }
    },
    body("mot", words: ["nRows=", "nColumns=", "inDegrees=yes", "endheader\n", "time\t", "knee_angle_r", "nan"]) {
      [
        text(
          "Coordinates\nversion=1\nnRows=2\nnColumns=3\ninDegrees=yes\nendheader\ntime\tknee_angle_r\tknee_angle_l\n"
            + "0\t1.5\t2.5\n0.1\t2.5\t3.5\n")
      ]
    },
    body("coco", words: keys + ["image_id", "category_id", "keypoints", "track_id", "bbox", "\"score\":"]) {
      [text("[" + frames { "{\"image_id\":\($0),\"score\":0.9,\"keypoints\":[\(triples(17))]}" } + "]")]
    },
    body("pose-frames", words: keys + ["instance_info", "keypoint_scores", "predictions", "position", "keypoints"]) {
      [
        text("[" + frames { "{\"frame_id\":\($0),\"instances\":[{\"keypoints\":[\(triples(17))]}]}" } + "]"),
        text(
          "{\"instance_info\":["
            + frames {
              "{\"frame_id\":\($0),\"instances\":[{\"keypoints\":\(pairs(17)),\"keypoint_scores\":[\(ones(17))]}]}"
            } + "]}"),
        text(frames("\n") { "{\"frame\":\($0),\"predictions\":[{\"keypoints\":[\(triples(17))]}]}" }),
      ]
    },
    body("mediapipe", words: keys + ["landmarks", "world_landmarks", "visibility", "poseLandmarks", "presence"]) {
      [
        text("{\"frames\":[" + frames { "{\"timestamp_ms\":\($0 * 33),\"landmarks\":[\(objects(33))]}" } + "]}"),
        text("[" + frames { "{\"timestamp_ms\":\($0 * 33),\"world_landmarks\":[[\(objects(33))]]}" } + "]"),
      ]
    },
    openPose, hands,
  ]

  /// What many of these formats call the same things.
  private static let keys = ["\"frame\":", "\"time\":", "\"timestamp\":", "\"frames\":", "NaN", "null", "1e308", "-1"]

  private static func text(_ text: String) -> Data { Data(text.utf8) }
  private static func frames(_ separator: String = ",\n", _ frame: (Int) -> String) -> String {
    (0..<3).map(frame).joined(separator: separator)
  }
  private static func triples(_ count: Int) -> String {
    (0..<count).map { "\(100 + $0).5,\(200 + 3 * $0),0.9" }.joined(separator: ",")
  }
  private static func pairs(_ count: Int) -> String {
    "[" + (0..<count).map { "[\(100 + $0).5,\(200 + 3 * $0)]" }.joined(separator: ",") + "]"
  }
  private static func ones(_ count: Int) -> String { Array(repeating: "0.9", count: count).joined(separator: ",") }
  private static func objects(_ count: Int) -> String {
    (0..<count).map { "{\"x\":0.\($0 + 10),\"y\":0.5,\"z\":0,\"visibility\":0.9}" }.joined(separator: ",")
  }
  private static let joints = ["left", "right"].flatMap { side in
    ["upLeg", "leg", "foot", "shoulder_1", "forearm", "hand"].map {
      "\"\(side)_\($0)_joint\":{\"x\":0.5,\"y\":0.25,\"confidence\":0.9}"
    }
  }.joined(separator: ",")

  /// A file of landmarks or angles, with what the user may state of it.
  private static func body(
    _ name: String, words: [String], _ seeds: @escaping @Sendable () throws -> [Data]
  ) -> Target {
    Target(name: name, words: words, seeds: seeds) {
      var (sized, options) = (ReadingOptions(), ReadingOptions())
      (sized.width, sized.height) = (1920, 1080)
      (options.rate, options.width, options.height, options.areForMany) = (30, 1920, 1080, true)
      return { [sized, options] bytes in
        // Some formats need what others refuse.
        let read = [ReadingOptions(), sized, options].map { options in
          Result { try MotionFile.read(bytes: Array(bytes), path: "points", options) }
        }
        for case .failure(let error) in read { Check.told(error) }
        guard let file = read.lazy.compactMap({ try? $0.get() }).first else { return check(try read[0].get()) }
        check(file)
      }
    }
  }

  private static func check(_ file: MotionFile) {
    guard let sequence = file.landmarks else { return }
    Check.that(sequence.times.allSatisfy { $0.isFinite }, "a time that is not finite")
    Check.that(
      sequence.tracks.values.allSatisfy { $0.positions.count == sequence.times.count }, "points without times")
  }

  private static let person = text("{\"people\":[{\"person_id\":[-1],\"pose_keypoints_2d\":[\(triples(25))]}]}")

  /// A folder of OpenPose's with two frames, of which the second is damaged.
  private static let openPose = Target(
    name: "openpose",
    words: keys + ["people", "pose_keypoints_2d", "pose_keypoints", "pose_keypoints_3d", "person_id"],
    seeds: { [person] },
    prepare: {
      let folder = try Material.folder()
      try person.write(to: folder.appending(path: "a_000000000000_keypoints.json"))
      var options = ReadingOptions()
      options.rate = 30
      return { bytes in
        try bytes.write(to: folder.appending(path: "a_000000000001_keypoints.json"))
        check(try MotionFile.read(folder.path, options))
      }
    })

  /// MediaPipe's hands.
  private static let hands = Target(
    name: "hands",
    words: keys + ["handLandmarks", "handedness", "handWorldLandmarks", "categoryName", "Left", "Right"],
    seeds: {
      let whole = String(decoding: try Material.data("Datasets/movements/thumbs_up.json"), as: UTF8.self).split(
        separator: "\n")
      return [text(whole[0] + "\n" + whole[6...8].joined(separator: "\n").dropLast() + "]}")]
    },
    prepare: {
      { bytes in _ = try HandReader(path: "hands", options: ReadingOptions()).sequence(FileText(Array(bytes))) }
    })
}
