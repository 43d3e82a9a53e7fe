import Landmarks
internal import Files
import Platform

/// What a save replaces stays in the folder `earlier`, under the time at which it was replaced.
enum EarlierFiles {
  /// What people may want back: the picks, and what was said of the head.
  private static let names = [LandmarkFile.usualName, "result.json", "report.html"]

  /// Copies the files of an earlier result into the folder that is going to take its place.
  static func keep(from earlier: URL, in folder: OutputFolder, at time: Date) throws {
    let kept = names.map { ($0, earlier.appending(path: $0)) }
      .filter { FileManager.default.fileExists(atPath: $0.1.path) }
    guard !kept.isEmpty else { return }
    let stamp = time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
    try folder.makeFolder("earlier")
    try folder.makeFolder("earlier/\(stamp)")
    try folder.write(kept.map { ("earlier/\(stamp)/\($0.0)", try Data(contentsOf: $0.1)) })
  }
}
