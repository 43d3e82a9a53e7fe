/// Why a frame does not count.
public enum RejectionReason: String, Sendable, Codable, CaseIterable {
  /// A point that is needed is missing.
  case missing
  /// Depth shows nothing where a point lies in the picture.
  case noDepth = "no_depth"
  /// Depth steps where a point lies: it belongs to the limb or to what is behind.
  case depthEdge = "depth_edge"
  /// Something nearer hides the limb where a point lies.
  case occluded
  /// A point is not sure enough.
  case lowConfidence = "low_confidence"
  /// A point lies outside of the picture.
  case outsidePicture = "outside_picture"
  /// Seen from the front, the joints are not in their order from top to bottom.
  case order
  /// Seen from the front, the left side is where the right one belongs.
  case sidesSwapped = "sides_swapped"
  /// From the frame before to this one, the left leg jumped to the place of the right one and the reverse.
  case sidesExchanged = "sides_exchanged"
  /// A segment is longer or shorter than it is.
  case segmentLength = "segment_length"
  /// Two points coincide, or an axis has no direction.
  case degenerate
  /// It stands with too few others between two gaps to be filtered.
  case stray
  /// Somebody is there, but too far from where the person was to be the same one.
  case otherPerson = "other_person"
  /// A point, or the angle, repeats the frame before to the last digit where noise never does, or rests without noise: it was
  /// filled in.
  case frozen
  /// Nose or toes point the other way than in the rest of the file, or backwards in space; or a knee in a picture bends the wrong way
  /// where nothing else tells.
  case turned
  /// Too little of the cap can be read for the head's pose.
  case headUnseen = "head_unseen"
  /// The torso's place is not known in it.
  case torsoUnseen = "torso_unseen"
  /// The pose of head or torso is too uncertain.
  case uncertainPose = "uncertain_pose"
  /// The head leans so far that flexion and rotation can't be told apart.
  case gimbal
  /// The file does not have the frame, though it has those before and after it.
  case absent
  /// It stands behind the last time, and has lost its own.
  case untimed
}
