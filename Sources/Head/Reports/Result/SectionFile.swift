public import Analysis
import Geometry
internal import Files
public import Platform

/// The content of `section.json` (schema `calvaria/section/1`): the outline on which a head was measured, in the plane of the
/// section; X to the subject's right, Y forward, from the middle of the ears, in millimetres.
public struct SectionFile: Codable, Sendable, Equatable {
  /// A diagonal by its ends.
  public struct Diagonal: Codable, Sendable, Equatable {
    /// The ends on the outline.
    public let frontMm, backMm: [Double]
  }

  /// A distance from the centre to the outline.
  public struct Radius: Codable, Sendable, Equatable {
    /// The angle from the front, positive to the right.
    public let degrees: Int
    /// The distance.
    public let mm: Double
    /// Its intervals, where they were computed; see ``MeasureResult``.
    public let ci95, repeatability: [Double]?
  }

  /// The contract's name and version.
  public let schema: String
  /// The height of the plane over the base plane.
  public let heightMm: Double
  /// Whether the outline is one closed line.
  public let closed: Bool
  /// The lines of the outline, each by its points.
  public let outlineMm: [[[Double]]]
  /// Where the outline is missing: from one end of the surface to the other.
  public let gapsMm: [[[Double]]]
  /// The centre of the diagonals; nil where there is none.
  public let centreMm: [Double]?
  /// The diagonals by the side of their front end.
  public let leftFront, rightFront: Diagonal?

  /// The outline as radius over angle, from the front to the right; nil without a centre, and in files from before it was written.
  public let radii: [Radius]?

  /// The file's name in a result.
  public static let name = "section.json"
  private static let currentSchema = "calvaria/section/1"
  /// No outline of a head is larger, in bytes; a larger file is not read.
  private static let largestBytes = 1 << 22
  /// No point of a head lies farther from the middle of its ears, in millimetres.
  private static let reach = 1e4

  /// The section that was measured, or nil where there is none.
  public init?(_ measures: HeadMeasures) {
    guard let section = measures.section, !section.points.isEmpty else { return nil }
    schema = Self.currentSchema
    (heightMm, closed) = (Rounding.millimetres(section.level), section.isClosed)
    outlineMm = section.outline.map { $0.map(Self.millimetres) }
    gapsMm = section.gaps.map { [Self.millimetres($0.from), Self.millimetres($0.to)] }
    centreMm = measures.centre.map(Self.millimetres)
    let diagonal = { (diagonal: Analysis.Diagonal) in
      Diagonal(frontMm: Self.millimetres(diagonal.front), backMm: Self.millimetres(diagonal.back))
    }
    radii = measures.centre.map { _ in
      zip(OutlineRadii.degrees, measures.radii).compactMap { degrees, radius in
        let ends = { (interval: ClosedRange<Double>?) in
          interval.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
        }
        return radius.value.map {
          Radius(
            degrees: degrees, mm: Rounding.value($0), ci95: ends(radius.ci95), repeatability: ends(radius.repeatability)
          )
        }
      }
    }
    (leftFront, rightFront) = (measures.leftFront.map(diagonal), measures.rightFront.map(diagonal))
  }

  private static func millimetres(_ point: Vector2) -> [Double] { [point.x, point.y].map { Rounding.millimetres($0) } }

  /// The file's bytes, one line.
  public func json() throws -> Data { try JSONText.encode(self, keys: .convertToSnakeCase, isOneLine: true) }

  /// Reads bytes; nil for other content.
  package static func read(_ bytes: Data) -> SectionFile? {
    guard bytes.count <= largestBytes,
      let file = try? JSONText.decode(SectionFile.self, from: bytes, keys: .convertFromSnakeCase),
      file.schema == currentSchema, abs(file.heightMm) < reach, file.points.allSatisfy(isPoint),
      file.gapsMm.allSatisfy({ $0.count == 2 }), file.radii?.allSatisfy(isRadius) ?? true
    else { return nil }
    return file
  }

  private static func isRadius(_ radius: Radius) -> Bool {
    let intervals = [radius.ci95, radius.repeatability].compactMap(\.self)
    return abs(radius.degrees) <= 180 && intervals.allSatisfy { $0.count == 2 }
      && ([radius.mm] + intervals.joined()).allSatisfy { abs($0) < reach }
  }

  private var points: [[Double]] {
    let lines = Array((outlineMm + gapsMm).joined())
    let centre = [centreMm].compactMap(\.self)
    let diagonals = [leftFront, rightFront].compactMap(\.self).flatMap { [$0.frontMm, $0.backMm] }
    return lines + centre + diagonals
  }

  private static func isPoint(_ point: [Double]) -> Bool {
    point.count == 2 && point.allSatisfy { abs($0) < reach }
  }
}
