internal import ArucoBridge

/// One of OpenCV's predefined ArUco dictionaries: what can be printed on a cap.
public struct MarkerDictionary: Sendable, Equatable {
  /// OpenCV's name, such as `DICT_4X4_100`.
  public let name: String
  /// The number of ids.
  public let count: Int
  /// Inner cells a side; a printed marker has one more cell of black border on each side.
  public let cells: Int

  /// The dictionary of that name, or nil where OpenCV has none.
  public init?(name: String) {
    var count: Int32 = 0
    var cells: Int32 = 0
    var error = ArucoError()
    guard aruco_dictionary_info(name, &count, &cells, &error) == 0 else { return nil }
    (self.name, self.count, self.cells) = (name, Int(count), Int(cells))
  }

  /// Every dictionary, the smaller ones of a kind first.
  public static var all: [MarkerDictionary] {
    let sizes = [4, 5, 6, 7].flatMap { side in [50, 100, 250, 1000].map { "DICT_\(side)X\(side)_\($0)" } }
    let others = ["DICT_ARUCO_ORIGINAL"] + ["16h5", "25h9", "36h10", "36h11"].map { "DICT_APRILTAG_\($0)" }
    return (sizes + others).compactMap(MarkerDictionary.init)
  }

  /// The inner cells of a marker, rows from the top left, true for white; nil for an id that it does not have.
  public func bits(of id: Int) -> [[Bool]]? {
    var flat = [UInt8](repeating: 0, count: cells * cells)
    var error = ArucoError()
    guard id >= 0, id < count, aruco_marker_bits(name, Int32(id), &flat, &error) == 0 else { return nil }
    return (0..<cells).map { row in (0..<cells).map { flat[row * cells + $0] == 1 } }
  }
}
