internal import Diagnostics
internal import Files
internal import Platform
internal import Recordings
import Workers

/// A folder of OpenPose's JSON, one file a frame; RTMPose's points come in the same files (rtmlib, Pose2Sim).
///
/// Zeros are points that were not found. The files hold no times: they follow from the frame numbers and the rate. Points in
/// space (`--3d`) are taken where there are none in the picture.
struct OpenPoseReader {
  let path: String
  let options: ReadingOptions

  private struct File: Decodable {
    let people: [Person]
    struct Person: Decodable {
      let points, former, space: [Double?]?
      let id: String?

      enum CodingKeys: String, CodingKey {
        case points = "pose_keypoints_2d"
        // Before version 1.2.
        case former = "pose_keypoints"
        case space = "pose_keypoints_3d"
      }

      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        points = try container.decodeIfPresent([Double?].self, forKey: .points)
        former = try container.decodeIfPresent([Double?].self, forKey: .former)
        space = try container.decodeIfPresent([Double?].self, forKey: .space)
        id = try decoder.container(keyedBy: NamedKey.self).person()
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
    var isInSpace: Bool?
    for batch in PosesJSON.batches(of: names.count) {
      let read = Workers(count: options.threads).map(batch.count) { frame(in: names[batch.lowerBound + $0].name) }
      for (index, frame) in zip(batch, read) {
        let (name, time) = (names[index].name, times[index])
        let (bytes, file) = try frame.get()
        witness(name, bytes)
        let people = try self.people(in: file, name, &isInSpace)
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
    }
    try follower.check(most: most)
    guard var builder = builder?.0 else {
      throw .malformed(path: path, place: .text("people"), expected: .phrase("motion_a_person"), found: .phrase("none"))
    }
    let told = ConfidenceScale.ofScores(builder.confidences)
    guard let scale = options.confidence ?? told.scale else {
      throw .ambiguousConfidence(path: path, smallest: told.smallest, largest: told.largest)
    }
    let isFlat = isInSpace != true
    if !isFlat {
      if options.width != nil { throw .unusedOption("--image-size", .openPose) }
      builder.scaleToMetres()
    } else {
      // OpenPose writes shares from −1 to 1 with --keypoint_scale 4.
      builder.moveToShares()
    }
    let size = isFlat ? try builder.pictureSize(options) : (width: nil, height: nil)
    return LandmarkSequence(
      space: !isFlat ? .laboratory : .picture(width: size.width, height: size.height), times: times,
      frames: names.map(\.name),
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
    let all = found.filter { $0.hasSuffix(".json") && $0.utf8.count <= MotionLimits.nameBytes }
    // OpenPose's own names; RTMPose's writers have none, and then every numbered file is a frame.
    let own = all.filter { $0.hasSuffix("_keypoints.json") && FrameNumbers.number(in: $0) != nil }
    let frames = own.isEmpty ? all : own
    let numbers = FrameNumbers.numbers(of: frames)
    let files = frames.compactMap { name in
      (numbers?[name] ?? FrameNumbers.number(in: name)).map { (name: name, number: $0) }
    }
    let sorted = files.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    guard !sorted.isEmpty else {
      throw found.contains { PictureSeries.isPicture(named: $0) } ? .pictures(path: path) : .unrecognised(path: path)
    }
    for (before, file) in zip(sorted, sorted.dropFirst()) where before.number == file.number {
      throw .malformed(
        path: path + "/" + file.name, place: .phrase("frame", ["frame": .count(file.number)]),
        expected: .phrase("motion_frame_once"), found: .phrase("it_twice"))
    }
    return sorted
  }

  /// The bytes of a frame's file and what they hold.
  private func frame(in name: String) -> Result<(bytes: [UInt8], file: File), MotionError> {
    let bytes: [UInt8]
    do throws(InputFile.Fault) {
      bytes = try InputFile.bytes(path + "/" + name, atMost: MotionLimits.frameBytes)
    } catch { return .failure(.unreadable(path: path + "/" + name, found: error.found)) }
    do throws(JSONText.Fault) { return .success((bytes, try PosesJSON.decode(File.self, from: bytes))) } catch {
      return .failure(malformed(name, .phrase("motion_people"), error.found))
    }
  }

  private func people(in file: File, _ name: String, _ isInSpace: inout Bool?) throws(MotionError) -> [PointList] {
    guard file.people.count <= MotionLimits.people else {
      throw malformed(
        name, .phrase("list_at_most", ["limit": .count(MotionLimits.people)]), .count(file.people.count))
    }
    var lists: [PointList] = []
    for person in file.people {
      // OpenPose leaves the list of a person empty of whom it has hands only.
      guard let points = [person.points, person.former, person.space].compactMap(\.self).first(where: { !$0.isEmpty })
      else { continue }
      let isSpace = person.points?.isEmpty ?? true && person.former?.isEmpty ?? true
      guard isInSpace ?? isSpace == isSpace else {
        throw malformed(name, .phrase("motion_one_kind"), .phrase("something_else"))
      }
      isInSpace = isSpace
      let (numbers, size) = (points.map { $0 ?? .nan }, isSpace ? 4 : 3)
      guard Skeleton.ofOpenPose.contains(where: { $0.count * size == numbers.count }) else {
        throw malformed(
          name,
          .phrase("motion_numbers_of_models", ["counts": .list(Skeleton.ofOpenPose.map { .count(size * $0.count) })]),
          .count(numbers.count))
      }
      var list = isSpace ? PointList(quadruples: numbers) : PointList(triples: numbers)
      list.id = person.id
      lists.append(list)
    }
    return lists
  }

  private func malformed(_ name: String, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path + "/" + name, place: .text("`pose_keypoints_2d`"), expected: expected, found: found)
  }
}
