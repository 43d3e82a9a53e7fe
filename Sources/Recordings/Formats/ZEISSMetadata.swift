import Diagnostics
import Geometry
internal import Inputs
import Platform

/// One frame's entry of `DepthMetadata.json`.
struct ZEISSEntry: Decodable {
  let timestamp: Int
  let row0, row1: String
  let reference: String?
  let isFiltered: Bool?
  let accuracy: Int?

  enum CodingKeys: String, CodingKey {
    case timestamp = "Timestamp"
    case row0 = "IntrinsicMatrix.0"
    case row1 = "IntrinsicMatrix.1"
    case reference = "IntrinsicMatrixReferenceDimensions"
    case isFiltered = "DepthDataFiltered"
    case accuracy = "Accuracy"
  }
}

/// `DepthMetadata.json` of the ZEISS recorder: one entry a frame, vectors as texts `(a, b, c)`.
struct ZEISSMetadata {
  /// At least one, in order of time.
  let entries: [ZEISSEntry]
  private let file: String

  init(_ data: Data, file: String) throws(RecordingError) {
    let expected = FindingValue.phrase("zeiss_entries")
    do throws(JSONText.Fault) {
      entries = try JSONText.decode([ZEISSEntry].self, from: data).sorted { $0.timestamp < $1.timestamp }
    } catch {
      throw .badIndex(file: file, line: nil, expected: expected, found: error.found)
    }
    guard !entries.isEmpty else {
      throw .badIndex(file: file, line: nil, expected: expected, found: .phrase("empty_list"))
    }
    self.file = file
  }

  /// The camera of each pair, by the depth image's time.
  func cameras(
    _ pairs: [ImagePair], size: ImageSize, findings: inout [Finding]
  ) throws(RecordingError) -> [PinholeCamera] {
    var cameras: [PinholeCamera] = []
    var used: [ZEISSEntry] = []
    var resized = 0, referenced = 0, missing = 0
    for pair in pairs {
      let entry = nearest(to: pair.depth.time)
      let intrinsics = try ZEISSIntrinsics(entry, size: size, file: file)
      cameras.append(intrinsics.camera)
      used.append(entry)
      if intrinsics.wasScaled { resized += 1 } else if intrinsics.hasForeignReference { referenced += 1 }
      if abs(Double(entry.timestamp) / 1000 - pair.depth.time) > 0.0005 { missing += 1 }
    }
    findings += notes(resized: resized, referenced: referenced, missing: missing, size: size)
    findings += Self.notes(used) + Self.variation(cameras)
    return cameras
  }

  private func nearest(to time: Double) -> ZEISSEntry {
    var (low, high) = (0, entries.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if Double(entries[middle].timestamp) / 1000 < time { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return entries[low] }
    let (before, after) = (entries[low - 1], entries[low])
    return time - Double(before.timestamp) / 1000 <= Double(after.timestamp) / 1000 - time ? before : after
  }
}
