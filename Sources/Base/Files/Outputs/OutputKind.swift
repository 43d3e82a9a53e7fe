internal import Diagnostics

/// What a folder holds that this program writes: `--force` replaces these files and nothing else.
public enum OutputKind: Sendable {
  /// A result of `reconstruct`.
  case result
  /// A result whose landmarks were picked by `view`, with the landmark file.
  case pickedResult
  /// A recording simulated by `phantom`.
  case phantom
  /// A recording written by `convert`; an earlier one is never replaced.
  case recording
  /// A comparison of two scans by `compare`.
  case comparison
  /// What `replay` writes.
  case feedback
  /// The drawings of `report --figures` and of `study plot`.
  case figures
  /// What `motion` writes.
  case motion
  /// What `gesture` writes.
  case gesture
  /// A comparison of ranges of motion by `compare`.
  case motionComparison

  /// What it is called in messages.
  var title: FindingValue {
    switch self {
    case .result, .pickedResult: .phrase("earlier_result")
    case .phantom, .recording: .phrase("earlier_phantom")
    case .comparison, .motionComparison: .phrase("earlier_comparison")
    case .feedback: .phrase("earlier_replay")
    case .figures: .phrase("earlier_figures")
    case .motion: .phrase("earlier_motion")
    case .gesture: .phrase("earlier_gesture")
    }
  }

  /// The files that are written, by name; of figures without those of further agreements, which have numbers.
  public var fileNames: Set<String> {
    switch self {
    case .result:
      [
        "result.json", "mesh.ply", "cloud.ply", "trajectory.txt", "markers.json", "frames.csv", "options.json",
        "report.html", "report.pdf", "section.json", "clicks.jpg", "frames.jpg",
      ]
    case .pickedResult: Self.result.fileNames.union([Self.landmarkFile])
    case .comparison: ["compare.json", "distance.ply", "sections.svg", "report.html"]
    case .phantom:
      [
        "rgb.txt", "depth.txt", "intrinsic.json", "cap.yaml", "landmarks.json", "truth.json", "truth_surface.ply",
        "truth_surface_after.ply", "truth_skin.ply",
      ]
    case .recording: []
    case .feedback: ["feedback.jsonl", "timeline.csv", "summary.json", "feedback.html"]
    case .gesture: ["gesture.json", "scores.csv"]
    case .motion:
      [
        "motion.json", "angles.csv", "angles.mot", "landmarks.trc", "landmarks.json", "report.html", "report.pdf",
        "scan.json", "history.json", "start.jpg", "minimum.jpg", "maximum.jpg", "return.jpg", "left.jpg", "right.jpg",
        "flexion.jpg", "extension.jpg",
      ]
    case .motionComparison: ["compare.json", "report.html"]
    case .figures: Set(["figures.json"] + Self.drawings.flatMap { [$0 + ".svg", $0 + ".png"] })
    }
  }

  /// The names of drawings, without ending.
  private static let drawings: [String] =
    ["outline", "severity", "progress", "legend", "angle"]
    + ["outcomes", "histogram", "repeats", agreement, "age", "groups"]
    + ["front", "back", "left", "right", "top", "three_quarter"].flatMap { ["view-" + $0, "coverage-" + $0] }

  /// The first drawing of agreement; those behind it are numbered from 2 on, as many as a study has.
  private static let agreement = "agreement"

  /// Whether a file is one of this program's, by its name.
  private func isOurs(_ name: String) -> Bool {
    fileNames.contains(name) || self == .figures && Self.isAgreement(name)
  }

  private static func isAgreement(_ name: String) -> Bool {
    let stem = agreement + "-"
    guard name.hasPrefix(stem), [".svg", ".png"].contains(where: { name.hasSuffix($0) }) else { return false }
    let number = name.dropFirst(stem.count).dropLast(4)
    return Int(number).map { $0 > 1 && "\($0)" == number } ?? false
  }

  /// The folders of images within it, by name, and how the images' names end.
  private var images: [String: String] { self == .phantom ? ["rgb": ".jpg", "depth": ".png"] : [:] }

  /// What people add to it and keep: it stays, and does not keep the rest from being replaced.
  private var companions: Set<String> {
    switch self {
    case .result: ["rating.json", "earlier", Self.landmarkFile]
    case .pickedResult: ["rating.json", "earlier"]
    default: []
    }
  }

  private static let landmarkFile = "landmarks.json"

  /// The file that every one has, and a text that stands in it.
  private var mark: (file: String, text: String) {
    switch self {
    case .result, .pickedResult: ("result.json", "\"calvaria/result/")
    case .comparison: ("compare.json", "\"calvaria/compare/")
    case .phantom, .recording: ("truth_surface.ply", "simulated by calvaria phantom")
    case .feedback: ("summary.json", "\"calvaria/feedback/")
    case .figures: ("figures.json", "\"calvaria/figures/")
    case .motion: ("motion.json", "\"calvaria/motion/")
    case .gesture: ("gesture.json", "\"calvaria/gesture/")
    case .motionComparison: ("compare.json", "\"calvaria/motion-compare/")
    }
  }

  /// The paths within a folder that this program did not write there, sorted; a folder of which nothing is ours stands
  /// for all in it. Nil where the folder can't be listed.
  func foreign(in folder: String) -> [String]? {
    guard let names = FileSystem.names(in: folder) else { return nil }
    return names.flatMap { name -> [String] in
      let path = folder + "/" + name
      switch FileSystem.kind(path) {
      case .file where isOurs(name): return []
      case .folder:
        guard let ending = images[name], let inner = FileSystem.names(in: path) else { return [name] }
        return inner.filter { !isImage($0, ending, in: path) }.map { name + "/" + $0 }
      default: return [name]
      }
    }
  }

  private func isImage(_ name: String, _ ending: String, in folder: String) -> Bool {
    let stamp = name.dropLast(ending.count)
    return name.hasSuffix(ending) && !stamp.isEmpty && stamp.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
      && FileSystem.kind(folder + "/" + name) == .file
  }

  /// Why a folder is none of these; nil for one that is, and for an empty one.
  func strange(in folder: String) -> FindingValue? {
    guard FileSystem.kind(folder) == .folder, let foreign = foreign(in: folder) else {
      return .phrase("no_readable_folder")
    }
    if let other = foreign.first(where: { !companions.contains($0) }) {
      return .phrase("within", ["file": .text(other)])
    }
    if FileSystem.names(in: folder)?.isEmpty ?? true { return nil }
    let start = try? InputFile.start(folder + "/" + mark.file, count: 1 << 20)
    guard let start, String(decoding: start, as: UTF8.self).contains(mark.text) else {
      return .phrase("not_within", ["file": .text(mark.file)])
    }
    return nil
  }
}
