import Analysis
import Diagnostics
import Markers
internal import Files
import PointClouds

/// What a mesh file of this program says of itself, in comments: unit, frame, the cap that is still on it, and the file's own
/// digest.
struct MeshLabel: Equatable {
  /// The unit of the file's numbers; nil where no comment names it.
  var unit: LengthUnit?
  /// True for the head frame, false for the frame of the scan.
  var isInHeadFrame: Bool
  /// The thickness in metres of a cap that the surface shows; nil where it shows none that is known.
  var capThickness: Double?
  /// The SHA-256 of the file, zeros until it is sealed, see ``Seal``; nil where it has none.
  var digest: String?

  /// The frame's name in words.
  var frameName: String {
    isInHeadFrame ? "head, RAS: x right, y anterior, z superior" : "scan (no head frame: landmarks are missing)"
  }

  /// The comments; 3D Slicer, which otherwise takes a mesh to be in LPS, reads `SPACE=RAS` in PLY and OBJ files.
  var comments: [String] {
    ["Calvaria \(CalvariaVersion.current), a research tool, not a medical device"]
      + (unit.map { ["\(Self.unitMark)\($0.symbol)"] } ?? []) + ["frame \(frameName)"]
      + (isInHeadFrame ? [Self.spaceMark] : [])
      + (capThickness.map {
        ["\(Self.capMark)\(NumberText.number($0 * 1000, digits: 3)) mm; markers.json tells where it lies"]
      } ?? []) + (digest.map { [Self.digestMark + $0] } ?? [])
  }

  /// A label from its parts.
  init(unit: LengthUnit, isInHeadFrame: Bool, capThickness: Double?) {
    (self.unit, self.isInHeadFrame) = (unit, isInHeadFrame)
    self.capThickness = capThickness.flatMap { $0 > 0 ? $0 : nil }
    digest = Seal.blank
  }

  /// What a file's comments say; other comments are passed over.
  init(comments: [String]) {
    let value = { (mark: String) in
      comments.first { $0.hasPrefix(mark) }.map { $0.dropFirst(mark.count).prefix { $0 != " " && $0 != ";" } }
    }
    unit = value(Self.unitMark).flatMap { LengthUnit(symbol: String($0)) }
    isInHeadFrame = comments.contains(Self.spaceMark)
    capThickness = value(Self.capMark).flatMap { Double($0) }
      .flatMap { Cap.thicknessesMm.contains($0) ? $0 / 1000 : nil }
    digest = value(Self.digestMark).map(String.init)
  }

  private static let unitMark = "unit "
  private static let spaceMark = "SPACE=RAS"
  private static let digestMark = "SHA-256 "
  private static let capMark = "cap on, thickness "
}
