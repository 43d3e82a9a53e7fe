import Diagnostics
import Geometry

/// The intrinsics of one frame of the ZEISS recorder at the images' size.
///
/// The recorder writes a reference size of thousands of pixels beside a matrix that may already be at the images' size;
/// the principal point, which lies near the middle of the image, tells which.
struct ZEISSIntrinsics {
  let camera: PinholeCamera
  /// True when the matrix had to be scaled from its reference size.
  let wasScaled: Bool
  /// True when the reference size is not the images'.
  let hasForeignReference: Bool

  /// How far from the middle the principal point may lie, in widths of the image.
  private static let centreTolerance = 0.15

  init(_ entry: ZEISSEntry, size: ImageSize, file: String) throws(RecordingError) {
    guard let row0 = Self.numbers(entry.row0, 3), let row1 = Self.numbers(entry.row1, 3) else {
      throw .badIndex(
        file: file, line: nil, expected: .phrase("matrix_rows", ["time": .text("\(entry.timestamp)")]),
        found: .phrase("both", ["a": .quoted(entry.row0), "b": .quoted(entry.row1)]))
    }
    let reference = entry.reference.flatMap { Self.numbers($0, 2) }
    let (width, height) = (Double(size.width), Double(size.height))
    hasForeignReference = reference.map { $0 != [width, height] } ?? false
    let scale = reference.map { width / $0[0] } ?? 1
    wasScaled = abs(row0[2] - width / 2) > Self.centreTolerance * width
    camera = Self.camera(row0, row1, size: size, scale: wasScaled ? scale : 1)
    guard abs(camera.cx - width / 2) <= Self.centreTolerance * width else {
      throw .badIntrinsics(
        file: file,
        expected: .phrase(
          "central_principal_point", ["size": .text("\(size)"), "time": .text("\(entry.timestamp)")]),
        found: .phrase(
          "principal_point_at",
          ["point": .text("(\(row0[2]), \(row1[2]))"), "reference": .quoted(entry.reference ?? "none")]))
    }
    try Intrinsics.require(camera, size: size, file: file)
  }

  private static func camera(_ row0: [Double], _ row1: [Double], size: ImageSize, scale: Double) -> PinholeCamera {
    // Pixel centres are at integers, so the edge at −0.5 is what scaling keeps in place.
    PinholeCamera(
      width: size.width, height: size.height, fx: row0[0] * scale, fy: row1[1] * scale,
      cx: (row0[2] + 0.5) * scale - 0.5, cy: (row1[2] + 0.5) * scale - 0.5)
  }

  /// The finite numbers of a text `(a, b, …)`.
  static func numbers(_ text: String, _ count: Int) -> [Double]? {
    guard text.utf8.count < 200, text.hasPrefix("("), text.hasSuffix(")") else { return nil }
    let parts = text.dropFirst().dropLast().split(separator: ",", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }.filter(\.isFinite)
    return numbers.count == count && parts.count == count ? numbers : nil
  }
}
