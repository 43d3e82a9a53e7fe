import Diagnostics
import Foundation
internal import Files
import Reports

/// What `reconstruct` found in its output folder, to tell afterwards what its replacement means.
public struct EarlierResult {
  private let digest: String
  private let wasComplete: Bool

  /// Reads the result of a folder; nil where there is none.
  public init?(in folder: URL) {
    guard let bytes = Self.bytes(folder), let result = try? ScanResult.read(Data(bytes)) else { return nil }
    (digest, wasComplete) = (Checksum.sha256(Data(bytes)), result.status == .complete)
  }

  /// Remarks about what a new result has replaced.
  public func remarks(replacedBy folder: URL) -> [Finding] {
    guard let bytes = Self.bytes(folder), let new = try? ScanResult.read(Data(bytes)) else { return [] }
    var remarks: [Finding] = []
    if wasComplete && new.status != .complete {
      remarks.append(Finding(.outputLessComplete))
    }
    let rating = folder.appending(path: RatedResult.ratingName)
    if digest != Checksum.sha256(Data(bytes)), FileManager.default.fileExists(atPath: rating.path) {
      remarks.append(Finding(.outputRatingOutdated, ["file": .text(RatedResult.ratingName)]))
    }
    return remarks
  }

  private static func bytes(_ folder: URL) -> [UInt8]? {
    try? InputFile.bytes(folder.appending(path: "result.json").path, atMost: ScanResult.largestBytes)
  }
}
