import Analysis
import Geometry
import HeadViews
import Landmarks
import Platform
import PointClouds
import TestSupport

/// An ellipsoid that is open at the bottom, symmetric about x = 0 to the last bit, in the head frame.
enum TestHead {
  /// Half axes in metres.
  static let axes = Vector3(0.06, 0.08, 0.07)
  /// The number of vertices along each ring.
  static let spokes = 200

  /// - Parameter bump: the height in metres of a bump on the head's left side.
  static func mesh(rings: Int = 110, bump: Double = 0, colors: ((Vector3) -> SIMD3<UInt8>)? = nil) -> Mesh {
    var positions: [Vector3] = []
    for ring in 0...rings {
      // From near the crown to a rim below the ears.
      let polar = 0.05 + 2.2 * Double(ring) / Double(rings)
      for spoke in 0..<spokes {
        // Spokes in a symmetric order: the mirror image of a vertex is a vertex, to the last bit.
        let (s, c) = symmetric(spoke)
        positions.append(axes * Vector3(sin(polar) * c, sin(polar) * s, cos(polar)))
      }
    }
    if bump > 0 { positions = positions.map { $0 + normal($0) * (bump * bumpShare($0)) } }
    return Mesh(
      positions: positions, triangles: Mesh.bands(rings: rings, spokes: spokes),
      colors: colors.map { color in positions.map(color) } ?? [],
      weights: positions.map { Float(100 + 1000 * $0.z) })
  }

  /// The sine and cosine of a spoke, from the first quarter so that mirror images have equal bits.
  private static func symmetric(_ spoke: Int) -> (Double, Double) {
    let quarter = spokes / 4
    let within = spoke % quarter
    let (s, c) = (sin(2 * .pi * Double(within) / Double(spokes)), cos(2 * .pi * Double(within) / Double(spokes)))
    let (t, d) = (
      sin(2 * .pi * Double(quarter - within) / Double(spokes)), cos(2 * .pi * Double(quarter - within) / Double(spokes))
    )
    switch spoke / quarter {
    case 0: return (s, c)
    case 1: return (t, -d)
    case 2: return (-s, -c)
    default: return (-t, d)
    }
  }

  /// The outward normal of the ellipsoid at one of its points.
  static func normal(_ point: Vector3) -> Vector3 { (point / (axes * axes)).normalized }

  /// Where the bump is highest.
  static let bumpTop = Vector3(-axes.x, 0, 0)

  private static func bumpShare(_ point: Vector3) -> Double {
    let apart = (point - bumpTop).length / 0.012
    return exp(-apart * apart / 2)
  }

  /// Landmarks, a section of 30 mm and its diagonals, in the head frame.
  static var annotation: HeadAnnotation {
    var annotation = HeadAnnotation(landmarks: [
      .init(.sellion, position: [0, axes.y, 0]), .init(.tragionLeft, position: [-axes.x, 0, 0]),
      .init(.tragionRight, position: [axes.x, 0, 0], state: .proposal),
    ])
    let level = 0.03
    let share = (1 - (level / axes.z) * (level / axes.z)).squareRoot()
    let place = { (degrees: Double) in
      Vector3(axes.x * share * sin(degrees * .pi / 180), axes.y * share * cos(degrees * .pi / 180), level)
    }
    annotation.headFromMesh = .identity
    annotation.outline = [(0..<360).map { place(Double($0)) }]
    annotation.isClosed = true
    annotation.plane = [[-0.08, -0.1, level], [0.08, -0.1, level], [0.08, 0.1, level], [-0.08, 0.1, level]]
    annotation.diagonals = [
      .init(.diagonalLeftFront, front: place(-30), back: place(150)),
      .init(.diagonalRightFront, front: place(30), back: place(-150)),
    ]
    return annotation
  }

  /// A marker on the right side, its corners clockwise seen from outside.
  static let marker: [Vector3] = [
    [0.0601, -0.008, 0.008], [0.0601, 0.008, 0.008], [0.0601, 0.008, -0.008], [0.0601, -0.008, -0.008],
  ]

  /// The scene of the head in its own frame, made once for all tests.
  static let whole = Result { try scene() }

  /// The scene of the head in a frame in which it was scanned.
  static func scene(
    bump: Double = 0, headFromMesh: RigidTransform = .identity, colors: ((Vector3) -> SIMD3<UInt8>)? = nil
  ) throws -> HeadScene {
    let meshFromHead = headFromMesh.inverse
    return try HeadScene.make(
      mesh(bump: bump, colors: colors).transformed(by: meshFromHead),
      annotation: annotation.transformed(by: meshFromHead),
      markers: [7: marker.map { meshFromHead * $0 }])
  }
}
