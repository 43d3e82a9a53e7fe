import Diagnostics
import Geometry
import PointClouds
import Workers

/// The quadrants' volumes of a head, and how they change with the head frame.
///
/// Holes are closed as ``HiddenVolume`` says.
struct VolumeModel {
  /// Cubic metres in the nominal head frame.
  private(set) var nominal: Quadrants
  /// The area of the surface above the base plane in square metres.
  let area: Quadrants
  /// What holes may hide.
  let hidden: HiddenVolume
  /// Why no volume can be given at all, or nil.
  let obstacle: Finding?
  /// The change of the volumes per radian and per metre: three rotations, then three translations.
  private let slopes: [Quadrants]
  /// The surface with its holes closed, and at each of its vertices a third of the area vectors (m², outwards) of the
  /// triangles about it.
  private let filled: FilledSurface
  private let areaVectors: [Vector3]

  /// The model of a head in its nominal head frame.
  ///
  /// - Parameter isFixed: true where no other head frame will be asked for.
  init(
    _ head: HeadSurface, holes: [Hole], top: Double, bridgedGap: Double,
    isFixed: Bool = false, workers: Workers = Workers(count: 1)
  ) {
    hidden = HiddenVolume(holes, bridgedGap: bridgedGap)
    filled = FilledSurface(head, holes: hidden.holes)
    let integral = QuadrantIntegral(filled.positions, filled.triangles)
    area = integral.area
    // A mesh that winds clockwise has the same volumes with the other sign.
    let sign = integral.volume.sum() < 0 ? -1.0 : 1
    nominal = integral.volume * sign + hidden.added
    slopes = isFixed ? [] : Self.slopes(filled, workers).map { $0 * sign }
    areaVectors = isFixed ? [] : filled.areaVectors.map { $0 * sign }
    obstacle = Self.obstacle(head, integral.volume.sum() * sign, top: top, bridgedGap: bridgedGap, workers)
  }

  /// The volumes in another head frame, to first order: the surface is the same, the planes that bound it move.
  ///
  /// - Parameter headFromNominal: a small transform from the nominal head frame.
  func volumes(in headFromNominal: RigidTransform) -> Quadrants {
    let (w, t) = (headFromNominal.rotation.rotationVector, headFromNominal.translation)
    return zip(slopes, [w.x, w.y, w.z, t.x, t.y, t.z]).reduce(nominal) { $0 + $1.0 * $1.1 }
  }

  /// The model with volumes that are larger by so much, cubic metres.
  func adding(_ volumes: Quadrants) -> VolumeModel {
    var model = self
    model.nominal += volumes
    return model
  }

  /// The change of the volumes per metre of each harmonic of a smooth error: ∫ u · dA over each quadrant's surface, u being
  /// the displacement (Hadamard's formula for a domain that changes).
  ///
  /// A vertex counts in the quadrant in which it lies, with all of its area: on a head that is right to a thousandth.
  func bends(_ field: SmoothField, _ workers: Workers) -> [Quadrants] {
    workers.map(field.modes) { mode in
      let harmonic = field.harmonic(mode)
      var change = Quadrants.zero
      for (place, area) in zip(filled.positions, areaVectors) where place.z > 0 {
        change[(place.y > 0 ? 2 : 0) + (place.x > 0 ? 1 : 0)] += area.dot(field.moved(place, harmonic, by: 1) - place)
      }
      return change
    }
  }

  /// Central differences over ± 0.02 rad and ± 1.5 mm, about what landmarks err by.
  private static func slopes(_ surface: FilledSurface, _ workers: Workers) -> [Quadrants] {
    workers.map(6) { k in
      var axis = Vector3.zero
      axis[k % 3] = 1
      let step = k < 3 ? 0.02 : 0.0015
      let ends = [step, -step].map { step in
        let move = RigidTransform(
          rotation: k < 3 ? .rotation(axis * step) : .identity, translation: k < 3 ? .zero : axis * step)
        return QuadrantIntegral(surface.positions.map { move * $0 }, surface.triangles).volume
      }
      return (ends[0] - ends[1]) / (2 * step)
    }
  }

  /// A volume that differs by more than this share from that of stacked outlines has walls inside.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let innerWalls = 0.05

  /// Stacked outlines must give about the same volume: a second wall inside, or triangles that wind differently in
  /// places, spoil the integral over the surface but not the outer outlines.
  private static func obstacle(
    _ head: HeadSurface, _ volume: Double, top: Double, bridgedGap: Double, _ workers: Workers
  ) -> Finding? {
    let (count, surface) = (8, CutSurface(head))
    let stacked = workers.map(count) { i in
      let section = Section(
        of: surface, headFromScan: .identity, level: top * (Double(i) + 0.5) / Double(count), bridgedGap: bridgedGap)
      let closed = section.isClosed ? section.outline : [AngularCoverage(section.outline).farthest.compactMap { $0 }]
      return abs(Polygon.area(closed.first ?? [])) * top / Double(count)
    }.reduce(0, +)
    guard abs(volume - stacked) > innerWalls * stacked else { return nil }
    return Finding(
      .volumeInnerWalls,
      [
        "stacked_ml": .number(stacked * 1e6, decimals: 0, unit: "ml"),
        "volume_ml": .number(volume * 1e6, decimals: 0, unit: "ml"),
      ])
  }
}

/// A surface above (or just below) the base plane whose holes are closed by fans about their middles.
private struct FilledSurface {
  var positions: [Vector3]
  var triangles: [SIMD3<Int32>]

  /// What lies farther below the base plane than this, in metres, no draw of the landmarks brings above it.
  private static let margin = 0.02

  /// A third of the area vectors of the triangles about each vertex, m²; outwards where they wind anticlockwise.
  var areaVectors: [Vector3] {
    var vectors = [Vector3](repeating: .zero, count: positions.count)
    for t in triangles {
      let a = positions[Int(t.x)]
      let third = (positions[Int(t.y)] - a).cross(positions[Int(t.z)] - a) / 6
      for k in 0..<3 { vectors[Int(t[k])] += third }
    }
    return vectors
  }

  init(_ head: HeadSurface, holes: [Hole]) {
    let near = head.triangles.filter { t in
      max(head.positions[Int(t.x)].z, head.positions[Int(t.y)].z, head.positions[Int(t.z)].z) > -Self.margin
    }
    let part = head.part(near)
    (positions, triangles) = (part.positions, part.triangles)
    for hole in holes {
      let first = Int32(positions.count)
      let count = Int32(hole.rim.count)
      positions += hole.rim + [hole.centre]
      triangles += (0..<count).map { [first + ($0 + 1) % count, first + $0, first + count] }
    }
  }
}
