internal import Diagnostics
internal import Geometry

/// Frames of point lists, put together to the tracks of a sequence.
struct SequenceBuilder {
  private let path: String
  private let places: [(point: BodyPoint, place: Int)]
  private var positions: [[Vector3]]
  private var thirds: [[Double]]

  init(path: String, skeleton: Skeleton, frames: Int) {
    self.path = path
    places = BodyPoint.allCases.compactMap { point in skeleton.places[point].map { (point, $0) } }
    positions = Array(repeating: [], count: places.count)
    thirds = positions.map { _ in [] }
    for i in places.indices {
      positions[i].reserveCapacity(frames)
      thirds[i].reserveCapacity(frames)
    }
  }

  /// Takes in a frame; nil where the person is not in it.
  mutating func add(_ list: PointList?, frame: String) throws(MotionError) {
    for (i, entry) in places.enumerated() {
      let position = list?.positions[entry.place] ?? .missing
      guard !position.isFinite || position.isWithin(MotionLimits.largest) else {
        throw .malformed(
          path: path, place: .phrase("frame", ["frame": .text(frame)]),
          expected: .number(in: -MotionLimits.largest...MotionLimits.largest),
          found: .text("\(position.x), \(position.y)"))
      }
      positions[i].append(position.isFinite ? position : .missing)
      thirds[i].append(position.isFinite ? list!.confidences[entry.place] : .nan)
    }
  }

  /// The numbers that say how sure the points are that are there.
  var confidences: some Sequence<Double> { thirds.joined().lazy.filter(\.isFinite) }

  /// Hands the tracks over, with confidences of a scale; nil for a file that does not say how sure it is. Nothing is left here, so
  /// that no track is in memory twice.
  mutating func takeTracks(_ scale: ConfidenceScale?) -> [BodyPoint: LandmarkSequence.Track] {
    var tracks: [BodyPoint: LandmarkSequence.Track] = [:]
    for (i, place) in places.enumerated() {
      var confidences: [Double]?
      if let scale {
        var shares: [Double] = []
        swap(&shares, &thirds[i])
        for k in shares.indices { shares[k] = scale.share(shares[k]) }
        confidences = shares
      }
      var taken: [Vector3] = []
      swap(&taken, &positions[i])
      tracks[place.point] = .init(positions: taken, confidences: confidences)
    }
    return tracks
  }

  /// Turns coordinates that are normalised to the picture into its pixels.
  mutating func scale(width: Double, height: Double) { change { $0 * [width, height, 1] } }

  private mutating func change(_ new: (Vector3) -> Vector3) {
    for i in positions.indices { for k in positions[i].indices { positions[i][k] = new(positions[i][k]) } }
  }

  /// Makes shares from 0 to 1 of those from −1 to 1. Both are alike where all lie in the picture's lower right quarter: then the
  /// angles are right either way.
  mutating func moveToShares() {
    guard isNormalised else { return }
    let points = positions.joined().lazy.filter(\.isFinite)
    let (all, outside) = points.reduce((0, 0)) { ($0.0 + 1, $0.1 + ($1.x < -0.02 || $1.y < -0.02 ? 1 : 0)) }
    // Points of shares from 0 to 1 lie outside of the picture now and then.
    guard Double(outside) > 0.05 * Double(all) else { return }
    change { [($0.x + 1) / 2, ($0.y + 1) / 2, $0.z] }
  }

  /// Leaves depth out, which of a picture is a guess.
  mutating func flatten() { change { [$0.x, $0.y, 0] } }

  /// Whether the middle of the hips is the origin, as that of MediaPipe's landmarks in metres.
  var isAboutHips: Bool {
    let middles = zip(positions(of: .leftHip), positions(of: .rightHip)).map { ($0 + $1) / 2 }.filter(\.isFinite)
    guard !middles.isEmpty else { return false }
    return RobustStatistics.median(middles.map(\.length)) < 0.02
  }

  /// Where a point is in each frame; empty where the model has none of it.
  private func positions(of point: BodyPoint) -> [Vector3] {
    places.firstIndex { $0.point == point }.map { positions[$0] } ?? []
  }

  /// Makes metres of points in space whose unit the file does not say: a thigh has 7 to 70 cm. Angles do not depend on it.
  mutating func scaleToMetres() {
    let lengths = BodySide.allCases.flatMap { side in
      zip(positions(of: .hip(side)), positions(of: .knee(side))).map { ($0 - $1).length }.filter(\.isFinite)
    }
    guard !lengths.isEmpty else { return }
    let thigh = RobustStatistics.median(lengths)
    guard let unit = [1, 0.01, 0.001].first(where: { (0.07..<0.7).contains(thigh * $0) }) else { return }
    change { $0 * unit }
  }

  /// Whether all coordinates are normalised to the picture: none is beyond twice its size, and pictures have hundreds of pixels.
  var isNormalised: Bool {
    let points = positions.joined().lazy.filter(\.isFinite)
    return points.contains { _ in true } && points.allSatisfy { abs($0.x) <= 2 && abs($0.y) <= 2 }
  }

  /// Whether coordinates are pixels that are normalised by custom: most lie beyond twice the size of any picture.
  var isInPixels: Bool {
    let (all, beyond) = positions.joined().lazy.filter(\.isFinite)
      .reduce((0, 0)) { ($0.0 + 1, $0.1 + (abs($1.x) > 2 || abs($1.y) > 2 ? 1 : 0)) }
    return 2 * beyond > all
  }

  /// Makes pixels of shares, where the coordinates are shares, and returns the picture's size.
  mutating func pictureSize(_ options: ReadingOptions) throws(MotionError) -> (width: Double?, height: Double?) {
    try SizeCheck.check(options.width, options.height, path: path, place: .text("`--image-size`"))
    guard isNormalised else { return (options.width, options.height) }
    guard let width = options.width, let height = options.height else { throw .noPictureSize(path: path) }
    scale(width: width, height: height)
    return (width, height)
  }
}

/// What every picture's size must be, in pixels.
enum SizeCheck {
  /// Refuses a side that no picture has; one that is not stated is nil.
  static func check(_ width: Double?, _ height: Double?, path: String, place: FindingValue) throws(MotionError) {
    for side in [width, height].compactMap(\.self) where !MotionLimits.sides.contains(side) {
      throw .malformed(path: path, place: place, expected: .number(in: MotionLimits.sides), found: .exact(side))
    }
  }

  /// A size as messages show it: `640x480`; a file may state sides that are not whole.
  static func shown(_ width: Double, _ height: Double) -> FindingValue {
    .text([width, height].map { side in Int(exactly: side).map { "\($0)" } ?? "\(side)" }.joined(separator: "x"))
  }
}
