import Diagnostics
import Geometry
internal import Files
import Landmarks
public import Platform

extension HeadScene {
  /// The triangles that a page gets by default: a head is then within 0.3 mm of the original in less than a megabyte.
  public static let pageTriangles = 60_000

  /// The scene as the JSON that `head.js` takes: millimetres, the mesh's frame, positions and values quantised.
  ///
  /// - Parameters:
  ///   - language: of the names.
  ///   - most: to how many triangles the mesh is reduced; nil for none.
  public func json(_ language: Language = .english, trianglesAtMost most: Int? = pageTriangles) throws -> Data {
    let scene = most.map(reduced(toTriangles:)) ?? self
    return try JSONText.encode(SceneFile(scene, language), keys: .convertToSnakeCase, isOneLine: true)
  }

  /// The part of the JSON text that changes with the landmarks.
  public func changingPart(_ language: Language = .english) throws -> Data {
    try Self.changingPart(of: annotation, language)
  }

  /// The JSON of an annotation alone.
  public static func changingPart(of annotation: HeadAnnotation, _ language: Language = .english) throws -> Data {
    try JSONText.encode(AnnotationFile(annotation, language), keys: .convertToSnakeCase, isOneLine: true)
  }
}

/// Millimetres with two decimals.
private func millimetres(_ point: Vector3) -> [Double] { (0..<3).map { rounded(1000 * point[$0], 2) } }

private struct SceneFile: Encodable {
  struct Map: Encodable {
    struct Tick: Encodable {
      let at: Double
      let text: String
    }

    let key, name, note, unit: String
    let low, high: Double
    let kind, scale: String
    /// The colours of the scale at equal steps, red green blue.
    let colors: [[UInt8]]
    /// Figures beside the scale, 0 to 1 along it.
    let ticks: [Tick]
    /// The colour of what is not known.
    let unknown: [UInt8]
    let values: Data
  }

  struct Marker: Encodable {
    let id: Int
    let corners: [[Double]]
  }

  let triangles, vertices: Int
  let originMm: [Double]
  let stepMm: Double
  let positions: Data
  let indexBytes: Int
  let indices: Data
  let maps: [Map]
  let color: Data?
  let markers: [Marker]
  let holes: [[[Double]]]
  let annotation: AnnotationFile

  init(_ scene: HeadScene, _ language: Language) {
    let mesh = scene.mesh
    let grid = PositionGrid(mesh.positions)
    (triangles, vertices) = (mesh.triangles.count, mesh.positions.count)
    (originMm, stepMm) = ((0..<3).map { 1000 * grid.origin[$0] }, 1000 * grid.step)
    positions = grid.bytes(mesh.positions)
    indexBytes = mesh.positions.count <= 1 << 16 ? 2 : 4
    indices =
      indexBytes == 2 ? Self.bytes(mesh.triangles, as: UInt16.self) : Self.bytes(mesh.triangles, as: UInt32.self)
    maps = scene.maps.map { map in
      Map(
        key: map.kind.rawValue, name: map.title(language), note: map.kind.note(language), unit: map.kind.unit,
        low: map.range.lowerBound,
        high: map.range.upperBound, kind: map.kind.colors.rawValue,
        scale: map.kind.isLogarithmic ? "logarithmic" : "linear",
        colors: map.kind.colors.stops.map(Self.bytes),
        ticks: map.ticks(language).map { Map.Tick(at: rounded($0.place, 4), text: $0.text) },
        unknown: Self.bytes(ColorScale.unknown),
        values: Data(map.values.map { value in map.position(of: value).map { UInt8((254 * $0).rounded()) } ?? 255 }))
    }
    color =
      mesh.colors.count == mesh.positions.count ? Data(mesh.colors.flatMap { [$0.x, $0.y, $0.z] }) : nil
    markers = scene.markers.map { Marker(id: $0.id, corners: $0.corners.map(millimetres)) }
    holes = scene.holes.map { $0.map(millimetres) }
    annotation = AnnotationFile(scene.annotation, language)
  }

  private static func bytes(_ color: SIMD3<UInt8>) -> [UInt8] { [color.x, color.y, color.z] }

  private static func bytes<Index: FixedWidthInteger>(_ triangles: [SIMD3<Int32>], as type: Index.Type) -> Data {
    var bytes = Data()
    for t in triangles {
      for k in 0..<3 { withUnsafeBytes(of: Index(t[k]).littleEndian) { bytes.append(contentsOf: $0) } }
    }
    return bytes
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(triangles, forKey: .triangles)
    try container.encode(vertices, forKey: .vertices)
    try container.encode(originMm, forKey: .originMm)
    try container.encode(stepMm, forKey: .stepMm)
    try container.encode(positions, forKey: .positions)
    try container.encode(indexBytes, forKey: .indexBytes)
    try container.encode(indices, forKey: .indices)
    try container.encode(maps, forKey: .maps)
    try container.encode(color, forKey: .color)
    try container.encode(markers, forKey: .markers)
    try container.encode(holes, forKey: .holes)
    try annotation.encode(to: encoder)
  }

  enum CodingKeys: CodingKey {
    case triangles, vertices, originMm, stepMm, positions, indexBytes, indices, maps, color, markers, holes
  }
}

private struct AnnotationFile: Encodable {
  struct ShownLandmark: Encodable {
    let key, name: String
    let mm: [Double]
    let state: String
  }

  struct Plane: Encodable {
    let points: [[Double]]
  }

  struct Diagonal: Encodable {
    let key, name: String
    let from, to: [Double]
    let text: String
  }

  let headFromMesh: [[Double]]?
  /// The transform in place of ``headFromMesh`` where there is none and up is known.
  let upright: [[Double]]?
  let landmarks: [ShownLandmark]
  /// The outline where it is closed.
  let outline: [[Double]]?
  /// Its pieces where it is not.
  let pieces: [[[Double]]]
  let gaps: [[[Double]]]
  let plane: Plane?
  let diagonals: [Diagonal]

  init(_ annotation: HeadAnnotation, _ language: Language) {
    let rows = { (transform: RigidTransform) -> [[Double]] in
      let (r, t) = (transform.rotation.rows, transform.translation * 1000)
      return [(r.0, t.x), (r.1, t.y), (r.2, t.z)].map { row, t in [row.x, row.y, row.z, t] } + [[0, 0, 0, 1]]
    }
    headFromMesh = annotation.headFromMesh.map(rows)
    upright = annotation.upright.map(rows)
    landmarks = annotation.landmarks.filter(\.position.isFinite).map {
      ShownLandmark(
        key: $0.landmark.rawValue, name: $0.title(language), mm: millimetres($0.position),
        state: $0.state.rawValue)
    }
    let lines = annotation.outline.map { $0.map(millimetres) }
    (outline, pieces) = annotation.isClosed ? (lines.first, []) : (nil, lines)
    gaps = annotation.gaps.map { $0.map(millimetres) }
    plane = annotation.plane.map { Plane(points: $0.map(millimetres)) }
    diagonals = annotation.diagonals.map {
      Diagonal(
        key: $0.key, name: $0.measure.title(language), from: millimetres($0.front), to: millimetres($0.back),
        text: $0.text(language))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(headFromMesh, forKey: .headFromMesh)
    try container.encode(upright, forKey: .upright)
    try container.encode(landmarks, forKey: .landmarks)
    try container.encode(outline, forKey: .outline)
    try container.encode(pieces, forKey: .pieces)
    try container.encode(gaps, forKey: .gaps)
    try container.encode(plane, forKey: .plane)
    try container.encode(diagonals, forKey: .diagonals)
  }

  enum CodingKeys: CodingKey {
    case headFromMesh, upright, landmarks, outline, pieces, gaps, plane, diagonals
  }
}
