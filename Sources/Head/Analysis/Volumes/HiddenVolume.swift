import Diagnostics
import Geometry

/// The unknown part of the volume above the base plane, where the surface was not seen.
///
/// - A **hole** is closed by a fan about its middle. Over its diameter d a head may bulge by the sagitta d² / 8r,
///   r being its tightest curve, on average half of that over the hole's area; half of this is added, for a head may be flat there too.
/// - A **notch**, where the rim in which a scan ends rises above the base plane, is closed by a wall straight down,
/// which adds nothing to the integral. A surface that leans by up to 45° there has up to h² / 2 more or less, h being
/// the
///   rim's height, for each metre of rim.
struct HiddenVolume {
  /// The holes to close by fans.
  private(set) var holes: [Hole] = []
  /// What is added to the volume with the fans, cubic metres, by quadrant.
  private(set) var added = Quadrants.zero
  /// The most by which the volume may differ from that.
  private(set) var most = Quadrants.zero
  /// What may hide most, if anything.
  private(set) var worst: Hole?
  /// A volume counts as not measured when more than this share of it may be hidden.
  ///
  /// Evidence: derived: evenly between the bounds, that is a standard deviation of 1.2 %.
  private static let hiddenVolume = 0.02

  /// - Parameter rims: the rims of a surface in the head frame.
  init(_ rims: [Hole], bridgedGap: Double) {
    var greatest = 0.0
    for rim in rims {
      let isNotched = rim.rim.contains { $0.z <= 0 }
      for part in isNotched ? rim.notches : [rim] {
        if !isNotched { holes.append(part) }
        guard part.isWider(than: bridgedGap) else { continue }
        let reach = isNotched ? Self.lean(part) : Self.fanArea(part) * (Unseen.bulge(over: part.diameter) / 4)
        if !isNotched { added += reach }
        most += reach
        if reach.sum() > greatest { (greatest, worst) = (reach.sum(), part) }
      }
    }
  }

  private static func fanArea(_ hole: Hole) -> Quadrants {
    let count = Int32(hole.rim.count)
    return QuadrantIntegral(hole.rim + [hole.centre], (0..<count).map { [($0 + 1) % count, $0, count] }).area
  }

  /// Half the squared height of a notch's rim, summed along it.
  private static func lean(_ notch: Hole) -> Quadrants {
    zip(notch.rim, notch.rim.dropFirst()).reduce(into: .zero) { sum, ends in
      let middle = (ends.0 + ends.1) / 2
      let along = ends.1 - ends.0
      sum[(middle.y >= 0 ? 2 : 0) + (middle.x >= 0 ? 1 : 0)] +=
        middle.z * middle.z / 2 * Vector2(along.x, along.y).length
    }
  }

  /// The standard deviation of what is hidden, evenly between the bounds.
  var deviation: Quadrants { most / 3.0.squareRoot() }

  /// Why a volume is not known: too large a share of it may be hidden.
  func obstacle(_ volume: Double, hiding most: Double) -> Finding? {
    guard most > Self.hiddenVolume * volume, let worst else { return nil }
    return Finding(
      .volumeHidden,
      [
        "hidden_percent": .percent(most / volume, decimals: 1), "width_mm": .millimetres(worst.diameter),
        "place": .place(PlaceText.place(worst.centre)),
      ])
  }
}

extension Hole {
  /// The stretches above the base plane Z = 0 of a rim that crosses it, each with its ends on that plane.
  var notches: [Hole] {
    guard let below = rim.firstIndex(where: { $0.z <= 0 }) else { return [] }
    var (parts, part): ([Hole], [Vector3]) = ([], [])
    for k in rim.indices {
      let (p, q) = (rim[(below + k) % rim.count], rim[(below + k + 1) % rim.count])
      if p.z > 0 { part.append(p) }
      guard (p.z > 0) != (q.z > 0) else { continue }
      part.append(p + (q - p) * (p.z / (p.z - q.z)))
      guard p.z > 0 else { continue }
      parts.append(Hole(rim: part))
      part = []
    }
    return parts
  }
}
