import Diagnostics
public import Files
public import Foundation
import Recordings

/// A scan that is rated, with a result or without one.
public struct RatedScan: Sendable {
  /// Where its rating goes: beside `result.json`.
  public let ratingFile: URL
  /// The SHA-256 of `result.json`, in hexadecimal digits; nil for a scan without one.
  public let digest: String?

  /// The scan of a result: a folder of `reconstruct`, or the `result.json` in it.
  public static func result(_ path: URL) throws(ResultFolderError) -> RatedScan {
    let folder = try ResultFolder.read(path, for: .rating)
    guard folder.result.recording != nil else {
      throw .strange(file: folder.file.path, found: .phrase("mesh_result"), for: .rating)
    }
    return RatedScan(ratingFile: folder.url.appending(path: ResultFolder.ratingName), digest: folder.digest)
  }

  /// A recording or mesh that is rated whatever becomes of it: the rating lies in its folder, or beside it as `NAME.rating.json`.
  public static func recording(_ path: URL) throws(ResultFolderError) -> RatedScan {
    guard FileManager.default.fileExists(atPath: path.path) else { throw .noRecording(path: path.path) }
    return RatedScan(ratingFile: RecordingCompanion.own(ResultFolder.ratingName, of: path), digest: nil)
  }

  /// Claims the file of the rating.
  ///
  /// - Parameter force: whether an earlier rating may be replaced.
  public func claim(force: Bool) throws -> OutputFile {
    if !force, FileManager.default.fileExists(atPath: ratingFile.path) {
      throw ResultFolderError.rated(file: ratingFile.path)
    }
    return try OutputFile(ratingFile, force: force, followsLink: false)
  }
}
