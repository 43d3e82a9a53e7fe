internal import GRDB
internal import Files
internal import Platform

/// The scans of a study whose landmarks are picked one after the other, in an order that stays the same.
public struct PickingList: Sendable {
  /// Which scans.
  public enum Extent: Sendable, Equatable {
    /// Those whose landmarks nobody has picked.
    case toPick
    /// All that can be picked, whatever was picked before.
    case all
    /// One, whatever was picked before.
    case one(String)
  }

  /// The scans.
  public private(set) var scans: [ScanToPick] = []
  /// Scans that are passed over because there is no surface to pick on: their run failed, or gave none.
  public private(set) var withoutSurface: [String] = []

  /// What the store and the folders of a study give.
  ///
  /// - Parameters:
  ///   - observer: who picks; nil where nobody is named.
  ///   - seed: shuffles the scans, so that their order follows neither names nor groups; nil for the order of their names.
  /// - Throws: ``StudyError``.
  public init(
    _ study: StudyFolder, _ store: StudyStore, _ extent: Extent, observer: String? = nil, seed: Int? = nil
  ) throws(StudyError) {
    let dataset = try study.dataset
    guard let dataset else { throw .noDataset(path: study.root.path, found: .phrase("none")) }
    guard OnDisk.real(dataset.path) != nil else {
      throw .noDataset(path: study.root.path, found: .phrase("no_such_file_or_folder"))
    }
    for row in try store.read({ db in try Candidate.fetchAll(db, sql: Candidate.request) }) {
      let scan = ScanToPick(folder: study.folder(of: row.scan), dataset: dataset, wasPicked: row.landmarks == "picked")
      switch extent {
      case .one(let name): guard scan.name == name else { continue }
      case .all: if row.code == "dataset.twin" { continue }
      case .toPick: guard row.isOpen, !scan.hasPicks, !scan.isPicked(by: observer) else { continue }
      }
      if row.status == .failed || (row.kind == .recording && !scan.hasSurface) {
        withoutSurface.append(scan.name)
      } else {
        scans.append(scan)
      }
    }
    if case .one(let name) = extent, scans.isEmpty, withoutSurface.isEmpty { throw .noSuchScan(name: name) }
    if let seed { shuffle(seed) }
  }

  /// A scan as the store has it, and whether somebody is still to pick its landmarks.
  private struct Candidate: Decodable, FetchableRecord {
    let scan: String, kind: DatasetScan.Kind, status: ScanOutcome.Status, code, landmarks: String?, isOpen: Bool

    static let request = """
      SELECT scan, kind, status, code, landmarks, scan IN (SELECT scan FROM to_pick) AS isOpen FROM scans ORDER BY scan
      """
  }

  /// By a digest of seed and name: the same in every run and on every machine.
  private mutating func shuffle(_ seed: Int) {
    let places = scans.map { ($0, Checksum.sha256(Array("\(seed)\n\($0.name)".utf8))) }
    scans = places.sorted { $0.1 < $1.1 }.map(\.0)
  }
}
