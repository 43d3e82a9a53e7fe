internal import Geometry

/// How clearly a hand shows thumbs up or down: a number from −1 (down) through 0 (neither) to 1 (up).
///
/// Our own definition. With the thumb's direction t from its knuckle to its tip, the direction u up in the picture, the row
/// of knuckles k from the little finger to the index finger, and for each finger the direction m from the wrist to its
/// knuckle and the direction d from its middle joint to its tip:
///
///     score = cos ∠(t, u) · max(0, cos ∠(t, k)) · min over fingers of (1 − cos ∠(m, d)) / 2
///
/// The first factor tells up from down. The second is 1 for a thumb that stands off the fist along the row of knuckles and
/// 0 for one that lies beside or across the fingers. The third is 0 where a finger is straight and 1 where it is folded
/// back, and the least folded finger counts. It depends neither on the size of the hand nor on its place, side or distance,
/// and mirroring the picture does not change it.
enum ThumbScore {
  /// Directions between points nearer to each other than this share of the palm say nothing.
  private static let least = 0.05

  /// The score of 21 points; nil where a point is missing or two that give a direction coincide.
  static func score(_ points: [Vector3]) -> Double? {
    guard points.count == HandPoint.count else { return nil }
    let palm = (points[HandPoint.middleKnuckle] - points[HandPoint.wrist]).length
    guard palm.isFinite, palm > 0 else { return nil }
    let direction = { (from: Int, to: Int) -> Vector3? in
      let way = points[to] - points[from]
      return way.length > least * palm && way.length.isFinite ? way.normalized : nil
    }
    guard let thumb = direction(HandPoint.thumbKnuckle, HandPoint.thumbTip),
      let row = direction(HandPoint.littleKnuckle, HandPoint.indexKnuckle)
    else { return nil }
    var fold = 1.0
    for (knuckle, joint, tip) in HandPoint.fingers {
      guard let ahead = direction(HandPoint.wrist, knuckle), let end = direction(joint, tip) else { return nil }
      fold = min(fold, (1 - ahead.dot(end)) / 2)
    }
    return thumb.dot(up) * max(0, thumb.dot(row)) * fold
  }

  /// Up in a picture, and in MediaPipe's world.
  private static let up = Vector3(0, -1, 0)
}
