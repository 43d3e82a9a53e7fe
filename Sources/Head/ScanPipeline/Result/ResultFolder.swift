import Diagnostics
internal import Files
public import Foundation
public import Reports

/// A result of `reconstruct` or `measure`: its `result.json`, and what lies beside it.
public struct ResultFolder: Sendable {
  /// The result.
  public let result: ScanResult
  /// The SHA-256 of `result.json`, in hexadecimal digits.
  public let digest: String
  /// Where `result.json` lies.
  let file: URL

  static let resultName = "result.json"
  static let meshName = "mesh.ply"
  static let ratingName = "rating.json"

  /// No result's file is larger, in bytes; a larger one is not read.
  private static let largestResult = 1 << 24
  /// No other file of a result is larger, in bytes; a larger one is not read.
  private static let largestBytes = 256 << 20

  /// Opens a result.
  ///
  /// - Parameters:
  ///   - path: the folder, or the `result.json` in it.
  ///   - use: what it is opened for.
  /// - Throws: ``ResultFolderError/missing(path:for:)``, ``ResultFolderError/strange(file:found:for:)``.
  public static func read(_ path: URL, for use: ResultUse) throws(ResultFolderError) -> ResultFolder {
    let file = isFolder(path) ? path.appending(path: resultName) : path
    let data: Data
    do throws(InputFile.Fault) { data = Data(try InputFile.bytes(file.path, atMost: largestResult)) } catch {
      if case .missing = error { throw .missing(path: path.path, for: use) }
      throw .strange(file: file.path, found: error.found, for: use)
    }
    do throws(StrangeResult) {
      return ResultFolder(
        result: try ScanResult.read(data), digest: Checksum.sha256(data), file: file)
    } catch { throw .strange(file: file.path, found: error.found, for: use) }
  }

  /// Whether there is a folder at a path, or at the end of its links.
  static func isFolder(_ path: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path.path, isDirectory: &isFolder) && isFolder.boolValue
  }

  /// The folder.
  public var url: URL { file.deletingLastPathComponent() }

  /// The place of the result's surface.
  public var mesh: URL { url.appending(path: Self.meshName) }

  /// The bytes of a file, by its name in the folder; nil where there is none that can be read.
  subscript(name: String) -> [UInt8]? {
    try? InputFile.bytes(url.appending(path: name).path, atMost: Self.largestBytes)
  }
}

extension ResultFolder {
  /// Opens the result in a folder, or the one that a file holds; nil where there is none that can be read.
  public init?(at path: URL) {
    guard let folder = try? Self.read(path, for: .report) else { return nil }
    self = folder
  }

  /// What it means that a newer result has taken this one's place in its folder.
  public func remarks(replacedBy new: ResultFolder) -> [Finding] {
    var remarks: [Finding] = []
    if result.status == .complete && new.result.status != .complete {
      remarks.append(Finding(.outputLessComplete))
    }
    let rating = new.url.appending(path: Self.ratingName)
    if digest != new.digest, FileManager.default.fileExists(atPath: rating.path) {
      remarks.append(Finding(.outputRatingOutdated, ["file": .text(Self.ratingName)]))
    }
    return remarks
  }
}

/// What a result is opened for: it decides what is advised where there is none.
public enum ResultUse: Sendable, Equatable {
  /// Its report is made.
  case report
  /// It is compared with others, or landmarks on it are.
  case comparison
  /// It is rated, or measured again.
  case rating
}

/// Why a result can't be opened, or not be used as it was meant to be.
public enum ResultFolderError: UserFacingError, Equatable {
  /// There is none.
  case missing(path: String, for: ResultUse)
  /// It is none, or can't be read.
  case strange(file: String, found: FindingValue, for: ResultUse)
  /// The face on its surface, which is to be left out, can't be found.
  case noFace(name: String)
  /// There is no recording to rate.
  case noRecording(path: String)
  /// It has a rating.
  case rated(file: String)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path, .report): ErrorMessage(.reportNoResult, at: path)
    case .missing(let path, .comparison): ErrorMessage(.compareNoResult, at: path)
    case .missing(let path, .rating): ErrorMessage(.ratingNoResult, at: path)
    case .strange(let file, let found, .report): ErrorMessage(.reportStrangeResult, at: file, nil, ["found": found])
    case .strange(let file, let found, .comparison):
      ErrorMessage(.compareStrangeResult, at: file, nil, ["found": found])
    case .strange(let file, let found, .rating): ErrorMessage(.ratingStrangeResult, at: file, nil, ["found": found])
    case .noFace(let name): ErrorMessage(.reportNoFace, at: name)
    case .noRecording(let path): ErrorMessage(.ratingNoRecording, at: path)
    case .rated(let file): ErrorMessage(.ratingExists, at: file)
    }
  }
}
