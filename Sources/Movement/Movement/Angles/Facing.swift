internal import Geometry

/// Which way a subject faces, frame by frame: told by the nose before the ears and the toes before the heels, against trunk and
/// shank, so that it holds for a subject who lies as well. Seen from the side that is right or left in the picture. In space it
/// must be where right and down make the front, and the line of the shoulders must run as that of the hips; else left and right
/// are exchanged, or the axes are left-handed.
struct Facing {
  /// What each frame says: positive for right, or for the front in space, negative for the opposite, 0 for nothing.
  private let votes: [Int]
  /// Whether a frame's feet say something, and which way its knees bend in a picture: positive for those of somebody who faces its right.
  private let (hasFeet, bends): ([Bool], [Int])
  /// How many single signs there are of both kinds.
  let signs: Signs

  /// How many single signs speak for a subject who, upright, faces the picture's right, or the front in space, and how many against.
  struct Signs: Sendable, Equatable {
    var agree = 0, contradict = 0

    /// Whether there are so many that they may tell a direction.
    var areEnough: Bool { agree + contradict >= Facing.least }

    /// True for a subject who faces the picture's right; nil where the signs do not tell.
    var isRight: Bool? {
      let most = max(agree, contradict)
      guard most >= Facing.least, Double(most) >= Facing.share * Double(agree + contradict) else { return nil }
      return agree > contradict
    }
  }

  /// The share of the signs that must agree, and how many there must be.
  private static let (share, least) = (0.8, 5)
  /// How far nose and toes must lie before ears and heels, as a share of the trunk or the shank.
  private static let distance = 0.05
  /// How far across trunk or shank they must point for a frame to be judged by them: the sine of 15°.
  private static let across = 0.26
  /// From where to where a knee is bent so that it tells a direction, in degrees.
  private static let bent = 20.0...160
  /// From how many signs on a frame is judged by itself; with fewer its neighbours are asked, too: head and feet agree then.
  private static let own = 3
  /// How far neighbours may be, in seconds.
  private static let near = 0.25

  init(_ sequence: LandmarkSequence, above confidence: Double) {
    let isFlat = sequence.space.isFlat
    var (votes, signs) = ([Int](), Signs())
    var (hasFeet, bends) = ([Bool](repeating: false, count: sequence.times.count), [Int]())
    votes.reserveCapacity(sequence.times.count)
    bends.reserveCapacity(sequence.times.count)
    // Looked for once, and not in every frame.
    let (nose, bodies) = (sequence.tracks[.nose], BodySide.allCases.map { Body(sequence, $0) })
    let (left, right) = (bodies[0], bodies[1])
    for i in sequence.times.indices {
      let at = { (track: LandmarkSequence.Track?) in track?.sure(in: i, above: confidence) }
      // From the side, the axis to the subject's right is that of the camera.
      var toRight: Vector3 = [0, 0, -1]
      bends.append(isFlat ? bodies.reduce(0) { $0 + Self.bend($1, at) } : 0)
      if !isFlat {
        guard let (a, b) = both(at(left.hip), at(right.hip)) else {
          votes.append(0)
          continue
        }
        toRight = (b - a).normalized
      }
      var sum = 0
      let vote = { (down: Vector3, forward: Vector3) in
        let ahead = toRight.cross(down).dot(forward)
        guard abs(ahead) > Self.distance * down.dot(down) else { return }
        if ahead > 0 { signs.agree += 1 } else { signs.contradict += 1 }
        // A foot that is stretched out points nowhere.
        if abs(ahead) > Self.across * down.length * forward.length { sum += ahead > 0 ? 1 : -1 }
      }
      for body in bodies {
        if let trunk = both(at(body.shoulder), at(body.hip)), let head = both(at(body.ear), at(nose)) {
          vote(trunk.1 - trunk.0, head.1 - head.0)
        }
        if let shank = both(at(body.knee), at(body.ankle)), let foot = both(at(body.heel), at(body.toe)) {
          hasFeet[i] = true
          vote(shank.1 - shank.0, foot.1 - foot.0)
        }
      }
      if !isFlat, let (a, b) = both(at(left.shoulder), at(right.shoulder)) { sum += toRight.dot(b - a) < 0 ? -1 : 1 }
      votes.append(sum)
    }
    (self.votes, self.signs) = (votes, signs)
    (self.hasFeet, self.bends) = (hasFeet, bends)
  }

  /// 1 for a knee that bends as that of somebody who faces the picture's right, −1 for the opposite, 0 for neither.
  private static func bend(_ body: Body, _ at: (LandmarkSequence.Track?) -> Vector3?) -> Int {
    guard let thigh = both(at(body.hip), at(body.knee)), let ankle = at(body.ankle) else { return 0 }
    let turn = FlatAngles.turn(from: thigh.1 - thigh.0, to: ankle - thigh.1)
    return bent.contains(abs(turn)) ? (turn > 0 ? 1 : -1) : 0
  }

  /// The points of a side.
  private struct Body {
    let ear, shoulder, hip, knee, ankle, heel, toe: LandmarkSequence.Track?

    init(_ sequence: LandmarkSequence, _ side: BodySide) {
      let tracks = sequence.tracks
      (ear, shoulder, hip) = (tracks[.ear(side)], tracks[.shoulder(side)], tracks[.hip(side)])
      (knee, ankle) = (tracks[.knee(side)], tracks[.ankle(side)])
      (heel, toe) = (tracks[.heel(side)], tracks[.toe(side)])
    }
  }

  /// Whether more signs speak for the back than for the front: left and right are exchanged, or the axes left-handed, throughout.
  var isReversed: Bool { signs.contradict > signs.agree }

  /// Whether nothing tells front from back: shoulders tell left from right only.
  var isSilent: Bool { signs == Signs() }

  /// The frames that contradict a direction. A head alone may look over the shoulder: while the knees bend as before, the body
  /// has not turned.
  ///
  /// - Parameter times: when each frame was taken, in seconds.
  func against(isRight: Bool, _ times: [Double]) -> [Bool] {
    let sign = isRight ? 1 : -1
    var sums = [0]
    for vote in votes { sums.append(sums.last! + vote) }
    var (first, end) = (0, 0)
    var against = votes.indices.map { i in
      while times[i] - times[first] > Self.near { first += 1 }
      while end < times.count, times[end] - times[i] <= Self.near { end += 1 }
      return sign * (abs(votes[i]) >= Self.own ? votes[i] : sums[end] - sums[first]) < 0
    }
    var next = 0
    while let first = against[next...].firstIndex(of: true) {
      next = against[first...].firstIndex(of: false) ?? against.count
      if !hasFeet[first..<next].contains(true), sign * bends[first..<next].reduce(0, +) > 0 {
        for i in first..<next { against[i] = false }
      }
    }
    return against
  }
}

/// Both of two values, where both are there.
private func both(_ a: Vector3?, _ b: Vector3?) -> (Vector3, Vector3)? { a.flatMap { a in b.map { (a, $0) } } }
