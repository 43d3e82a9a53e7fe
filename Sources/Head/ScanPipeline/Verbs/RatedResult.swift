import Diagnostics
public import Foundation
public import Files
import Recordings
import Reports

/// A result of `reconstruct`, or a scan that has none yet, that is rated.
public struct RatedResult: Sendable {
  /// Where its rating goes: beside `result.json`.
  public let ratingFile: URL
  /// The SHA-256 of `result.json`, in hexadecimal digits; nil for a scan without one.
  public let digest: String?

  /// The name of a rating beside its result.
  static let ratingName = "rating.json"

  /// Checks a result.
  ///
  /// - Parameter path: a folder of `reconstruct`, or the `result.json` in it.
  public static func read(_ path: URL) throws(RatedResultError) -> RatedResult {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder)
    let file = isFolder.boolValue ? path.appending(path: "result.json") : path
    guard isThere else { throw .unreadable(path: path.path) }
    let data: Data
    do throws(InputFile.Fault) { data = Data(try InputFile.bytes(file.path, atMost: ScanResult.largestBytes)) } catch {
      if case .missing = error { throw .unreadable(path: path.path) }
      throw .strange(file: file.path, found: error.found)
    }
    let result: ScanResult
    do { result = try ScanResult.read(data) } catch { throw .strange(file: file.path, found: error.found) }
    guard result.recording != nil else { throw .strange(file: file.path, found: .phrase("mesh_result")) }
    return RatedResult(
      ratingFile: file.deletingLastPathComponent().appending(path: ratingName), digest: Checksum.sha256(data))
  }

  /// A recording or mesh that is rated whatever becomes of it: the rating lies in its folder, or beside it as `NAME.rating.json`.
  public static func recording(_ path: URL) throws(RatedResultError) -> RatedResult {
    guard FileManager.default.fileExists(atPath: path.path) else { throw .noRecording(path: path.path) }
    return RatedResult(ratingFile: RecordingCompanion.own(ratingName, of: path), digest: nil)
  }

  /// Claims the file of the rating.
  ///
  /// - Parameter force: whether an earlier rating may be replaced.
  public func claim(force: Bool) throws -> OutputFile {
    if !force, FileManager.default.fileExists(atPath: ratingFile.path) {
      throw RatedResultError.rated(file: ratingFile.path)
    }
    return try OutputFile(ratingFile, force: force, followsLink: false)
  }
}

/// Why a result can't be rated.
public enum RatedResultError: UserFacingError, Equatable {
  /// There is no result, or it can't be read.
  case unreadable(path: String)
  /// There is no recording.
  case noRecording(path: String)
  /// It is no result of a recording.
  case strange(file: String, found: FindingValue)
  /// It has a rating.
  case rated(file: String)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path): ErrorMessage(.ratingNoResult, at: path)
    case .noRecording(let path): ErrorMessage(.ratingNoRecording, at: path)
    case .strange(let file, let found): ErrorMessage(.ratingStrangeResult, at: file, nil, ["found": found])
    case .rated(let file): ErrorMessage(.ratingExists, at: file)
    }
  }
}
