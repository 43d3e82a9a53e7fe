import Geometry

/// The bodies around a head as rays from one place meet them: what does not depend on a ray's direction is worked out once.
struct BodyCaster {
  private let capsules: [SeenCapsule]
  private let groups: [Group]

  /// Neighbours in the list, and a sphere around them: its middle from the eye, and its radius squared.
  private struct Group {
    let members: Range<Int>
    let middle: Vector3
    let squaredRadius: Double
  }

  /// Bodies that a sphere of this radius holds share one, metres.
  private static let groupRadius = 0.14

  init(_ bodies: [Surroundings.Body], from eye: Vector3) {
    capsules = bodies.map { SeenCapsule($0.capsule, from: eye) }
    var spheres: [(Range<Int>, Extent)] = []
    for (index, body) in bodies.enumerated() {
      let alone = Extent(body.capsule)
      let joined = spheres.last.map { $0.1.union(alone) }
      if let joined, joined.radius < Self.groupRadius {
        spheres[spheres.count - 1] = (spheres[spheres.count - 1].0.lowerBound..<index + 1, joined)
      } else {
        spheres.append((index..<index + 1, alone))
      }
    }
    groups = spheres.map { members, extent in
      // A micrometre more than rounding needs.
      let radius = extent.radius + 1e-6
      return Group(members: members, middle: extent.middle - eye, squaredRadius: radius * radius)
    }
  }

  /// The nearest body that a ray meets nearer than `distance`, and how far away; nil where there is none.
  @inline(__always)
  func hit(_ direction: Vector3, before distance: Double) -> (body: Int, distance: Double)? {
    var (nearest, body) = (distance, -1)
    for group in groups {
      let along = group.middle.dot(direction)
      let miss = group.middle.dot(group.middle) - along * along
      if miss > group.squaredRadius { continue }
      for index in group.members {
        if let t = capsules[index].hit(direction), t < nearest { (nearest, body) = (t, index) }
      }
    }
    return body < 0 ? nil : (body, nearest)
  }
}

/// A box with edges along the axes.
private struct Extent {
  let low, high: Vector3

  init(low: Vector3, high: Vector3) { (self.low, self.high) = (low, high) }

  init(_ capsule: Capsule) {
    low = pointwiseMin(capsule.start, capsule.end) - capsule.radius
    high = pointwiseMax(capsule.start, capsule.end) + capsule.radius
  }

  func union(_ other: Extent) -> Extent {
    Extent(low: pointwiseMin(low, other.low), high: pointwiseMax(high, other.high))
  }

  var middle: Vector3 { (low + high) / 2 }
  /// Of the sphere around it.
  var radius: Double { (high - low).length / 2 }
}

/// A capsule seen from a place.
struct SeenCapsule {
  private let axis, offset, endOffset: Vector3
  private let aa, ao, c, startPower, endPower: Double

  init(_ capsule: Capsule, from eye: Vector3) {
    axis = capsule.end - capsule.start
    offset = eye - capsule.start
    endOffset = eye - capsule.end
    (aa, ao) = (axis.dot(axis), axis.dot(offset))
    startPower = offset.dot(offset) - capsule.radius * capsule.radius
    endPower = endOffset.dot(endOffset) - capsule.radius * capsule.radius
    c = aa * startPower - ao * ao
  }

  /// The distance along a ray to the surface, or nil where it is missed or lies behind.
  @inline(__always)
  func hit(_ direction: Vector3) -> Double? {
    let ad = axis.dot(direction)
    let a = aa - ad * ad
    let b = aa * direction.dot(offset) - ao * ad
    let h = b * b - a * c
    guard h >= 0, a > 1e-12 else { return nil }
    let t = (-b - h.squareRoot()) / a
    let y = ao + t * ad
    if y > 0 && y < aa { return t > 0 ? t : nil }
    return y <= 0 ? Self.sphere(direction, offset, startPower) : Self.sphere(direction, endOffset, endPower)
  }

  @inline(__always)
  private static func sphere(_ direction: Vector3, _ offset: Vector3, _ power: Double) -> Double? {
    let b = direction.dot(offset)
    let h = b * b - power
    guard h >= 0 else { return nil }
    let t = -b - h.squareRoot()
    return t > 0 ? t : nil
  }
}
