internal import Geometry

/// Which way a subject faces who is seen from the side: told by the nose before the ears and the toes before the heels,
/// against trunk and shank, so that it holds for a subject who lies as well.
enum Facing {
  /// The share of the signs that must agree, and how many there must be.
  private static let (share, least) = (0.8, 5)
  /// How far nose and toes must lie before ears and heels, as a share of the trunk or the shank.
  private static let distance = 0.05

  /// True for a subject who, upright, faces the picture's right; nil where the landmarks do not tell.
  static func facesRight(_ sequence: LandmarkSequence, above confidence: Double) -> Bool? {
    let tracks = sequence.tracks
    var (right, left) = (0, 0)
    let vote = { (down: Vector3, forward: Vector3) in
      let cross = down.x * forward.y - down.y * forward.x
      guard abs(cross) > distance * down.dot(down) else { return }
      if cross < 0 { right += 1 } else { left += 1 }
    }
    for i in sequence.times.indices {
      let at = { (point: BodyPoint) -> Vector3? in
        guard let track = tracks[point], track.positions[i].isFinite,
          track.confidences.map({ $0[i] > confidence }) ?? true
        else { return nil }
        return track.positions[i]
      }
      for side in BodySide.allCases {
        if let shoulder = at(.shoulder(side)), let hip = at(.hip(side)), let nose = at(.nose), let ear = at(.ear(side))
        {
          vote(hip - shoulder, nose - ear)
        }
        if let knee = at(.knee(side)), let ankle = at(.ankle(side)), let heel = at(.heel(side)),
          let toe = at(.toe(side))
        {
          vote(ankle - knee, toe - heel)
        }
      }
    }
    let most = max(right, left)
    guard most >= least, Double(most) >= share * Double(right + left) else { return nil }
    return right > left
  }
}
