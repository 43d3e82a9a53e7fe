import Geometry

/// Where face and ears lie on a nominal head of 118 × 141 × 160 mm, in millimetres from its centre, scaled to a shape.
struct FaceFeatures: Sendable {
  /// Metres per nominal millimetre along each axis.
  private let scale: Vector3
  private let variation: FaceVariation?

  init(_ shape: HeadShape) {
    variation = shape.faceSeed.map { FaceVariation(seed: $0) }
    scale = [shape.width / 118, shape.length / 141, shape.height / 160]
  }

  /// Nose, brow, eye sockets, cheeks, mouth, chin and ears.
  var bumps: [SurfaceBump] {
    midline + [-1.0, 1.0].flatMap(paired)
  }

  /// The unit direction of the tragion: the foot of the ear's front. `side` is −1 for left, +1 for right.
  func tragion(side: Double) -> Vector3 {
    let place = variation?.tragion ?? [57, 2, -27]
    return (Vector3(place.x * side, place.y, place.z) * scale).normalized
  }

  private var midline: [SurfaceBump] {
    nose + [
      bump([0, 68, 3], 1.5, [26, 7]),
      bump([0, 58, -62], 2.5, [12, 4.5]),
      bump([0, 52, -82], 5, [11, 8]),
    ]
  }

  private var nose: [SurfaceBump] {
    guard let variation else {
      return [bump([0, 64, -41], 10.5, [7, 8]), bump([0, 66, -27], 5, [5.5, 9]), bump([0, 68, -12], -4, [15, 7])]
    }
    return variation.nose.map { bump($0.at, $0.amplitude, $0.widths) }
  }

  private func paired(side: Double) -> [SurfaceBump] {
    [
      bump([18 * side, 63, -17], -5, [9, 6.5]),
      bump([27 * side, 54, -46], 3, [12, 12]),
    ] + ear(side: side)
  }

  /// The auricle and the hollow before the ear canal.
  private func ear(side: Double) -> [SurfaceBump] {
    guard let variation else {
      return [
        bump([57 * side, -11, -32], 12, [9, 15], flatTop: true), bump([57 * side, -5, -34], -4, [4, 6]),
      ]
    }
    let (tragion, offset) = (variation.tragion, variation.earOffset)
    let middle = Vector3(57 * side, tragion.y + offset.x, tragion.z + offset.y)
    return [
      bump(
        middle, variation.earProtrusion, variation.earWidths, lean: side * variation.earLean,
        flatTop: variation.isEarFlat),
      bump([57 * side, tragion.y - 7, tragion.z - 7], -3, [4, 6]),
    ]
  }

  /// Widths in millimetres on a head of 66 mm radius, whatever its size: features grow with the head.
  private func bump(
    _ at: Vector3, _ amplitude: Double, _ widths: Vector2, lean: Double = 0, flatTop: Bool = false
  ) -> SurfaceBump {
    SurfaceBump(at: at * scale, amplitude: amplitude * scale.y, widths: widths / 66, lean: lean, flatTop: flatTop)
  }
}
