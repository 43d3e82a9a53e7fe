import Geometry
import Markers

/// The depth field in more detail than in the adjustment, from the differences between measured depth and the adjusted
/// map.
///
/// The adjustment trusts depth little, because neighbouring pixels err together, and models the field as a cubic. A
/// scan has some 15,000 corners, and each place of the image sees them from many sides of the head: their mean
/// difference at a place belongs to the sensor, not to the head.
struct DepthFieldFit {
  /// How much too short depth is at a place of the image, and the standard deviation of that, metres.
  struct Miss {
    let place: Vector2
    let value, sigma: Double
  }

  /// How far the field may be off the cubic, standard deviation in metres. See Docs/decisions/tracking.md (The field in
  /// detail, after the adjustment): 0.3 and 0.5 mm were compared.
  private static let detail = 0.0005
  /// The standard deviation of a corner's depth straight on, metres. See Docs/decisions/tracking.md (The field in
  /// detail, after the adjustment): 0.3, 0.6 and 1.2 mm were compared.
  static let noise = 0.0006
  /// The largest difference of a corner's depth that is taken for the field's, metres. Assumed.
  private static let farthest = 0.002
  /// The number of cells along each axis: about 10 pixels each, while fields have waves of 100 pixels.
  static let across = 24
  /// The number of places along each axis at which the prior holds.
  static let nodes = 9

  /// The field through the misses of corners, close to a coarse field.
  static func field(_ misses: [Miss], near coarse: DepthField) -> DepthField {
    // Closures, not key paths: those of a vector's components are looked up at every call.
    guard let columns = reach(misses.map { $0.place.x }), let rows = reach(misses.map { $0.place.y }) else {
      return coarse
    }
    let base = DepthField([], columns: columns, rows: rows)
    var equations = LeastSquares(unknowns: base.coefficients.count)
    for cell in cells(misses, near: coarse, columns, rows) where cell.weight > 0 {
      equations.add(base.terms(at: cell.place / cell.weight), value: cell.value / cell.weight, weight: cell.weight)
    }
    for i in 0..<nodes {
      for j in 0..<nodes {
        let place = Vector2(Self.node(i, columns), Self.node(j, rows))
        equations.add(base.terms(at: place), value: coarse.value(at: place), weight: 1 / (detail * detail))
      }
    }
    guard let (solution, _) = equations.solved() else { return coarse }
    return DepthField(solution, columns: columns, rows: rows)
  }

  /// The sums of the misses in one small part of the image, by weight.
  private struct Cell {
    var weight = 0.0, value = 0.0
    var place = Vector2.zero
  }

  /// The misses summed over cells small enough for the field to be constant: some 500 equations instead of 15,000.
  private static func cells(
    _ misses: [Miss], near coarse: DepthField, _ columns: ClosedRange<Double>, _ rows: ClosedRange<Double>
  ) -> [Cell] {
    let middle = { (cell: Int, range: ClosedRange<Double>) in
      range.lowerBound + (range.upperBound - range.lowerBound) * (Double(cell) + 0.5) / Double(across)
    }
    let expected = (0..<(across * across)).map {
      coarse.value(at: Vector2(middle($0 % across, columns), middle($0 / across, rows)))
    }
    var cells = Array(repeating: Cell(), count: across * across)
    for miss in misses {
      let at = cell(miss.place.y, rows) * across + cell(miss.place.x, columns)
      guard abs(miss.value - expected[at]) < farthest else { continue }
      let weight = 1 / (miss.sigma * miss.sigma)
      cells[at].weight += weight
      cells[at].value += weight * miss.value
      cells[at].place += miss.place * weight
    }
    return cells
  }

  static func cell(_ place: Double, _ range: ClosedRange<Double>) -> Int {
    let share = (place - range.lowerBound) / (range.upperBound - range.lowerBound)
    return Int(min(max(share * Double(across), 0), Double(across - 1)))
  }

  static func node(_ index: Int, _ range: ClosedRange<Double>) -> Double {
    range.lowerBound + (range.upperBound - range.lowerBound) * Double(index) / Double(nodes - 1)
  }

  /// The range between the first and the last percentile.
  private static func reach(_ values: [Double]) -> ClosedRange<Double>? {
    let (low, high) = (RobustStatistics.quantile(values, 0.01), RobustStatistics.quantile(values, 0.99))
    return low < high ? low...high : nil
  }
}

extension Adjustment {
  /// The correction of depth, its field in detail.
  func depthCorrection(_ frames: [FrameObservations], headRadius: Double) -> DepthCorrection {
    var correction = calibration.depthCorrection
    let misses = misses(frames, headRadius: headRadius)
    correction.field = DepthFieldFit.field(misses, near: correction.field)
    return correction
  }

  /// How much too short the scaled depth is at every corner of a posed frame.
  func misses(
    _ frames: [FrameObservations], headRadius: Double
  ) -> [DepthFieldFit.Miss] {
    frames.indices.flatMap { i -> [DepthFieldFit.Miss] in
      guard let pose = cameraFromMap[i] else { return [] }
      let (frame, motion) = (frames[i], CameraMotion(around: i, cameraFromMap, frames))
      let delay = frame.depthDelay + calibration.timeOffset.value
      return frame.markers.flatMap { marker -> [DepthFieldFit.Miss] in
        guard let mapped = map.markers[marker.id], let metric = marker.metric else { return [] }
        let rates = mapped.depthRates(pose, motion: motion, radius: headRadius)
        let sigma = DepthFieldFit.noise / metric.weighingCosine
        return (0..<4).map { k in
          let measured = calibration.depthScale.value * metric.points[k].z - rates[k] * delay
          let place = frame.cameras.depthPlace(of: marker.corners[k], at: metric.points[k])
          return .init(place: place, value: (pose * mapped.corners[k]).z - measured, sigma: sigma)
        }
      }
    }
  }
}
