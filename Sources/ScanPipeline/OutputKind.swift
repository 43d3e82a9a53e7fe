#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What a folder holds that this program writes; `--force` replaces only a folder that holds nothing else.
public enum OutputKind: Sendable {
  /// A result of `reconstruct`.
  case result
  /// A recording simulated by `phantom`.
  case phantom
  /// A comparison of two scans by `compare`.
  case comparison
  /// What `replay` writes.
  case feedback

  /// What it is called in messages.
  var title: String {
    switch self {
    case .result: "an earlier result"
    case .phantom: "an earlier simulated recording"
    case .comparison: "an earlier comparison"
    case .feedback: "an earlier replay"
    }
  }

  /// Every name that may be in it.
  private var names: Set<String> {
    switch self {
    case .result:
      [
        "result.json", "mesh.ply", "cloud.ply", "trajectory.txt", "markers.json", "frames.csv", "options.json",
        "report.html",
      ]
    case .comparison: ["compare.json", "distance.ply", "sections.svg", "report.html"]
    case .phantom:
      [
        "rgb", "depth", "rgb.txt", "depth.txt", "intrinsic.json", "cap.yaml", "landmarks.json", "truth.json",
        "truth_surface_after.ply",
        "truth_surface.ply",
      ]
    case .feedback: ["feedback.jsonl", "timeline.csv", "summary.json", "feedback.html"]
    }
  }

  /// The file that every one has, and a text that stands in it.
  private var mark: (file: String, text: String) {
    switch self {
    case .result: ("result.json", "\"calvaria/result/")
    case .comparison: ("compare.json", "\"calvaria/compare/")
    case .phantom: ("truth_surface.ply", "simulated by calvaria phantom")
    case .feedback: ("summary.json", "\"calvaria/feedback/")
    }
  }

  /// Why a folder is none of these; nil for one that is, and for an empty one.
  func strange(in folder: URL) -> String? {
    guard let entries = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
      return "something that is no readable folder"
    }
    if let other = entries.filter({ !names.contains($0) }).min() { return "\(other) in it" }
    if entries.isEmpty { return nil }
    guard let data = try? Data(contentsOf: folder.appending(path: mark.file), options: .alwaysMapped),
      data.prefix(1 << 20).firstRange(of: Data(mark.text.utf8)) != nil
    else { return "no \(mark.file) of this program in it" }
    return nil
  }
}
