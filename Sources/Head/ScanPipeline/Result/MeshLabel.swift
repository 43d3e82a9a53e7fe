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
  /// The axes of the head frame.
  var axes = Axes.ras
  /// The thickness in metres of a cap that the surface shows; nil where it shows none that is known.
  var capThickness: Double?
  /// The SHA-256 of the file, zeros until it is sealed, see ``Seal``; nil where it has none.
  var digest: String?

  /// Axes of the head frame by the sides that they point to.
  enum Axes: String {
    /// Those of this program.
    case ras = "RAS: x right, y anterior, z superior"
    /// Those of DICOM, in which 3D Slicer takes a mesh.
    case lps = "LPS: x left, y posterior, z superior"
    /// Those of glTF, in which a model looks along z.
    case gltf = "y up: x left, y superior, z anterior"
  }

  /// The frame's name in words.
  var frameName: String {
    isInHeadFrame ? "head, " + axes.rawValue : "scan (no head frame: landmarks are missing)"
  }

  /// The comment by which 3D Slicer knows the axes.
  private var space: [String] {
    switch axes {
    case .ras where isInHeadFrame: [Self.spaceMark]
    case .lps where isInHeadFrame: ["SPACE=LPS"]
    default: []
    }
  }

  /// The comments; 3D Slicer, which otherwise takes a mesh to be in LPS, reads `SPACE=RAS` in PLY and OBJ files.
  var comments: [String] {
    ["Calvaria \(CalvariaVersion.current), a research tool, not a medical device"]
      + (unit.map { ["\(Self.unitMark)\($0.symbol)"] } ?? []) + ["frame \(frameName)"]
      + space
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

  /// What a file's comments say; other comments are passed over. Numbers in LPS count as those of any scanner.
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
