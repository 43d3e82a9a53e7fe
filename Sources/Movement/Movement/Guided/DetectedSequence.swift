internal import Diagnostics
public import Images
internal import Platform
public import Recordings

/// What a pose model finds in pictures as they come: the file of it, and the landmarks so far as they are read from that file.
public struct DetectedSequence: Sendable {
  /// What was found.
  public private(set) var found = DetectedLandmarks()
  /// The landmarks so far; nil before the first picture.
  public private(set) var file: MotionFile?
  private let (box, quarterTurns): (PersonBox?, Int)
  private var follower: PersonFollower
  private let path: String

  /// Nothing was seen yet.
  ///
  /// - Parameters:
  ///   - people: how the person is followed.
  ///   - box, quarterTurns: as of ``DetectedLandmarks``.
  ///   - path: what the pictures are called in errors.
  public init(
    box: PersonBox? = nil, quarterTurns: Int = 0,
    people: MotionRules.People = MotionRules.standard.people, path: String
  ) {
    (self.box, self.quarterTurns, self.path) = (box, quarterTurns, path)
    follower = PersonFollower(path: path, chosen: nil, people)
  }

  /// Runs a model on the next picture.
  public mutating func add(
    _ image: ColorImage, _ picture: PictureSeries.Picture, by model: inout PoseModel
  ) throws {
    let triples = try found.add(image, picture, by: &model, box: box, quarterTurns: quarterTurns)
    guard let skeleton = Skeleton.ofCOCO.first(where: { 3 * $0.count == triples.count }) else {
      throw MotionError.malformed(
        path: path, place: .text("`keypoints`"),
        expected: .phrase(
          "motion_numbers_of_models", ["counts": .list(Skeleton.ofCOCO.map { .count(3 * $0.count) })]),
        found: .count(triples.count))
    }
    let list = try follower.pick([PointList(triples: triples)], at: picture.time)
    var sequence =
      file?.landmarks
      ?? LandmarkSequence(
        space: .picture(width: Double(image.width), height: Double(image.height)), times: [], frames: [],
        tracks: skeleton.places.mapValues { _ in .init(positions: [], confidences: []) }, confidence: .score)
    // The one reference, so that nothing is copied.
    file = nil
    sequence.times.append(picture.time)
    sequence.frames.append(picture.name)
    for (point, place) in skeleton.places {
      let position = list?.positions[place] ?? .missing
      let score = position.isFinite ? list!.confidences[place] : .nan
      sequence.tracks[point]!.positions.append(position)
      sequence.tracks[point]!.confidences!.append(ConfidenceScale.score.share(score))
    }
    sequence.others = follower.others
    file = .landmarks(sequence, .coco)
  }
}
