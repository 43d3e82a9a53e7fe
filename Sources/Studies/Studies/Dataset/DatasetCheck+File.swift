internal import Diagnostics
internal import Files
public import Platform

extension DatasetCheck {
  /// The same as a file (schema `calvaria/dataset/1`).
  public func json() throws -> Data { try File(self).machineJSON() }

  private struct File: Encodable {
    let schema = "calvaria/dataset/1"
    let isSound: Bool
    let findings: [Finding]
    let scans: [Scan]

    struct Scan: Encodable {
      let scan, source, kind: String
      let stated: ScanDescription
      let cohort: String?
      let frames: Int?
      let findings: [Finding]
    }

    init(_ check: DatasetCheck) {
      (isSound, findings) = (check.isSound, check.findings)
      scans = check.entries.map {
        Scan(
          scan: $0.scan.name, source: $0.scan.source, kind: $0.scan.kind.rawValue, stated: $0.scan.description,
          cohort: $0.scan.cohort, frames: $0.frames, findings: $0.findings)
      }
    }
  }
}
