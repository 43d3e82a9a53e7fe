internal import Diagnostics
internal import Inputs
internal import Platform

/// A folder of OpenPose's JSON, one file a frame; RTMPose's points come in the same files (rtmlib, Pose2Sim).
///
/// Zeros are points that were not found. The files hold no times: they follow from the frame numbers and the rate.
struct OpenPoseReader {
  let path: String
  let options: ReadingOptions

  private struct File: Decodable {
    let people: [Person]
    struct Person: Decodable {
      let points: [Double?]?

      enum CodingKeys: String, CodingKey {
        case points = "pose_keypoints_2d"
      }
    }
  }

  /// The sequence that the folder holds.
  ///
  /// - Parameter witness: is told the name and the bytes of each file that is read, in order.
  func sequence(_ witness: (String, [UInt8]) -> Void = { _, _ in }) throws(MotionError) -> LandmarkSequence {
    let names = try files()
    let times = try FrameNumbers.times(names.map(\.number), options.rate, path: path)
    var builder: (SequenceBuilder, Int)?
    var follower = PersonFollower(path: path, chosen: options.person, options.people)
    var most = 0
    var waiting: [String] = []
    for ((name, _), time) in zip(names, times) {
      let people = try self.people(in: name, witness)
      most = max(most, people.count)
      let person = try follower.pick(people, at: time)
      // Until somebody is seen, it is not known which model this is.
      guard let count = builder?.1 ?? person?.positions.count else {
        waiting.append(name)
        continue
      }
      if builder == nil {
        var fresh = SequenceBuilder(
          path: path, skeleton: Skeleton.ofOpenPose.first { $0.count == count }!, frames: names.count)
        for name in waiting { try fresh.add(nil, frame: name) }
        builder = (fresh, count)
      }
      guard person.map({ $0.positions.count == count }) ?? true else {
        throw malformed(name, .phrase("motion_points_of", ["count": .count(count)]), .count(person!.positions.count))
      }
      try builder!.0.add(person, frame: name)
    }
    try follower.check(most: most)
    guard var builder = builder?.0 else {
      throw .malformed(path: path, place: .text("people"), expected: .phrase("motion_a_person"), found: .phrase("none"))
    }
    let told = ConfidenceScale.ofScores(builder.confidences)
    guard let scale = options.confidence ?? told.scale else {
      throw .ambiguousConfidence(path: path, smallest: told.smallest, largest: told.largest)
    }
    let size = try builder.pictureSize(options)
    return LandmarkSequence(
      space: .picture(width: size.width, height: size.height), times: times, frames: names.map(\.name),
      tracks: builder.takeTracks(scale), others: follower.others, confidence: scale)
  }

  /// The files of frames in the order of their numbers.
  private func files() throws(MotionError) -> [(name: String, number: Int)] {
    let found: [String]
    do { found = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw .unreadable(path: path, found: .phrase("unlistable_one"))
    }
    guard found.count <= MotionLimits.frames else {
      throw .malformed(
        path: path, place: .phrase("the_file"),
        expected: .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]),
        found: .count(found.count))
    }
    let files = found.filter { $0.hasSuffix(".json") && $0.utf8.count <= MotionLimits.nameBytes }
      .compactMap { name in FrameNumbers.number(in: name).map { (name: name, number: $0) } }
    // OpenPose's own names; RTMPose's writers have none, and then every numbered file is a frame.
    let own = files.filter { $0.name.hasSuffix("_keypoints.json") }
    let sorted = (own.isEmpty ? files : own).sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    guard !sorted.isEmpty else { throw .unrecognised(path: path) }
    for (before, file) in zip(sorted, sorted.dropFirst()) where before.number == file.number {
      throw .malformed(
        path: path + "/" + file.name, place: .phrase("frame", ["frame": .count(file.number)]),
        expected: .phrase("motion_frame_once"), found: .phrase("it_twice"))
    }
    return sorted
  }

  private func people(
    in name: String, _ witness: (String, [UInt8]) -> Void
  ) throws(MotionError) -> [PointList] {
    let bytes: [UInt8]
    do throws(InputFile.Fault) {
      bytes = try InputFile.bytes(path + "/" + name, atMost: MotionLimits.frameBytes)
    } catch { throw .unreadable(path: path + "/" + name, found: error.found) }
    witness(name, bytes)
    let file: File
    do throws(JSONText.Fault) { file = try PosesJSON.decode(File.self, from: bytes) } catch {
      throw malformed(name, .phrase("motion_people"), error.found)
    }
    guard file.people.count <= MotionLimits.people else {
      throw malformed(
        name, .phrase("list_at_most", ["limit": .count(MotionLimits.people)]), .count(file.people.count))
    }
    var lists: [PointList] = []
    for person in file.people {
      let numbers = (person.points ?? []).map { $0 ?? .nan }
      // OpenPose leaves the list of a person empty of whom it has hands only.
      if numbers.isEmpty { continue }
      guard numbers.count % 3 == 0, Skeleton.ofOpenPose.contains(where: { $0.count * 3 == numbers.count }) else {
        throw malformed(
          name,
          .phrase("motion_numbers_of_models", ["counts": .list(Skeleton.ofOpenPose.map { .count(3 * $0.count) })]),
          .count(numbers.count))
      }
      lists.append(PointList(triples: numbers))
    }
    return lists
  }

  private func malformed(_ name: String, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path + "/" + name, place: .text("`pose_keypoints_2d`"), expected: expected, found: found)
  }
}
