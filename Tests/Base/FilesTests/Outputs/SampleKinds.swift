import Diagnostics
import Foundation

@testable import Files

/// Kinds of folders as other modules declare theirs.
extension OutputKind {
  static let result = OutputKind(
    .text("a result"), mark: "result.json", holding: "\"calvaria/result/",
    files: ["result.json", "mesh.ply", "frames.csv"], companions: ["rating.json", "earlier", "landmarks.json"])

  static let phantom = OutputKind(
    .text("a simulated recording"), mark: "truth_surface.ply", holding: "simulated by calvaria phantom",
    files: ["rgb.txt", "truth_surface.ply"], imageFolders: ["rgb": ".jpg", "depth": ".png"])

  static let figures = OutputKind(
    .text("drawings"), mark: "figures.json", holding: "\"calvaria/figures/",
    files: ["figures.json", "agreement.svg", "agreement.png"], numbered: ["agreement"])

  static let recording = OutputKind(.text("a recording"), mark: "", holding: "", files: [], isReplaceable: false)
}

extension OutputFolder {
  /// Claims a folder for a result.
  init(_ destination: URL, force: Bool, inputs: [URL] = []) throws(OutputError) {
    try self.init(destination, holding: .result, force: force, inputs: inputs)
  }
}
