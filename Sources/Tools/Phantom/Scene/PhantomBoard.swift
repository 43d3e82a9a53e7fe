import Diagnostics
import Geometry
import Markers

/// A flat board of markers that lies in the middle of the room, in place of a head. Its frame is the head's: x right and y
/// up in the print, z out of it; metres.
struct PhantomBoard: Sendable {
  /// What its file states.
  let cap: Cap
  private let board: MarkerBoard
  private let plates: [InkPlate]
  /// The true size of the print over the stated one.
  private let scale: Double
  /// Half of the white sheet.
  private let half: SIMD2<Double>

  /// The paper around the outermost markers, metres.
  private static let margin = 0.010
  /// What is left free for markers on a sheet of A4, metres: as `calvaria cap board` prints it.
  private static let room: SIMD2<Double> = [0.186, 0.221]
  /// The side of a marker, metres, and the length of the ruler.
  static let (side, ruler) = (0.020, 0.180)

  /// What can go wrong with a board: all that the sensor does, and the print's size.
  private static let faults: Set<PhantomFault.Kind> = [
    .delay, .depthScale, .depthField, .depthRange, .blur, .drop, .shake, .doubled, .rollingShutter, .exposureStep,
    .whiteBalance, .breathing, .depthTemporal, .depthSmoothed, .depthFilled, .printScale,
  ]

  init(dictionary name: String, side: Double, _ plan: FaultPlan) throws(PhantomError) {
    if let strange = plan.events.first(where: { !Self.faults.contains($0.kind) }) {
      throw .badOption(
        .phrase("fault", ["fault": .text(strange.kind.rawValue)]), found: .text("board"), expected: .text("whole"))
    }
    guard let dictionary = MarkerDictionary(name: name) else {
      throw .badOption(
        .term("dictionary", of: "phantom"), found: .text(name), expected: .phrase("opencv_dictionary"))
    }
    guard let board = MarkerBoard.filling(Self.room, side: side, of: dictionary, ruler: Self.ruler),
      board.count <= dictionary.count
    else {
      throw .badOption(
        .term("marker size", of: "phantom"), found: .exact(1000 * side, unit: "mm"),
        expected: .exact(1000 * Self.side, unit: "mm"))
    }
    self.board = board
    cap = Cap(dictionary: dictionary, markerSize: side, ids: Set(0..<board.count), thickness: 0, board: board)
    let scale = 1 + (plan[.printScale]?.amount ?? 0) / 100
    self.scale = scale
    plates = (0..<board.count).map { index in
      InkPlate(
        size: side * scale, bits: dictionary.bits(of: index) ?? [],
        pose: RigidTransform(rotation: .identity, translation: board.centre(of: index) * scale))
    }
    let last = board.centre(of: board.columns - 1)
    half = SIMD2(last.x, last.y) * scale + SIMD2(repeating: side / 2 + Self.margin)
  }

  /// How far along a ray the sheet is; nil where the ray misses it.
  @inline(__always)
  func distance(_ ray: Ray) -> Double? {
    guard ray.direction.z < 0 else { return nil }
    let t = -ray.origin.z / ray.direction.z
    let point = ray.origin + ray.direction * t
    return t > 0 && abs(point.x) < half.x && abs(point.y) < half.y ? t : nil
  }

  /// The ink at a point of the sheet; nil on bare paper.
  @inline(__always)
  func ink(at point: Vector3) -> PrintedMarker.Ink? {
    let pitch = board.pitch * scale
    let column = Int((point.x / pitch + Double(board.columns) / 2).rounded(.down))
    let row = Int((Double(board.rows) / 2 - point.y / pitch).rounded(.down))
    guard (0..<board.columns).contains(column), (0..<board.rows).contains(row) else { return nil }
    return plates[row * board.columns + column].ink(at: point)
  }

  /// Its corners, as two triangles would need them.
  var outline: [Vector3] {
    [[-half.x, half.y, 0], [half.x, half.y, 0], [half.x, -half.y, 0], [-half.x, -half.y, 0]]
  }
}
