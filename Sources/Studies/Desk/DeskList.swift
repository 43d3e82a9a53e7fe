import Diagnostics
import Files
import Platform
import Reports
import ScanPipeline
import Studies
import Synchronization

/// What the page is told of one scan. Keys become snake case.
struct DeskScan: Encodable, Equatable, Sendable {
  /// How far a scan has come, as far as its files tell.
  enum State: String, Encodable, Sendable {
    case new, needsLandmarks = "needs_landmarks", measured, withheld, failed
    /// It was measured, and with something else than what is there now.
    case outOfDate = "out_of_date"
  }

  /// Where its landmarks come from.
  enum Landmarks: String, Encodable, Sendable {
    case none, found, accepted, picked
  }

  let name: String
  let subject, session, date, sex, `operator`, device: String?
  let ageMonths, hairMm: Double?
  let kind: String
  let state: State
  /// Why there is no CVAI, in words.
  let why: String?
  let cvai: Double?, ci95: [Double]?, level: Int?
  let landmarks: Landmarks
  /// Whether there is a result, and a page of it.
  let hasReport: Bool
}

/// The scans of a folder of work, read again and again: whoever changes the folder, the page shows it.
final class DeskList: Sendable {
  let study: StudyFolder
  /// The folder of the dataset.
  let dataset: URL

  private struct Known {
    var scans: [DeskScan] = []
    var places: [String: DatasetScan] = [:]
    var revision = 1
    var failure: String?
    /// How long the last look took, seconds.
    var cost = 0.0
    /// What was said of a scan without a value, by what the store says of it: its files are read once.
    var reasons: [String: (entry: StudyList.Entry, why: String?)] = [:]
  }

  private let known = Mutex(Known())
  /// One look at a time.
  private let looking = Mutex(())
  private let changes = Mutex(InputChanges())
  private let settings: ScanSettings
  private let language: Language

  /// - Parameter settings: how scans are measured here.
  init(_ study: StudyFolder, measuring settings: ScanSettings = ScanSettings(), _ language: Language) throws(StudyError)
  {
    (self.study, self.settings, self.language) = (study, settings, language)
    dataset = try study.dataset ?? study.root
    // Opened, so that there is one.
    _ = try StudyStore(study)
  }

  /// The time between two looks: they take a tenth of one processor at most.
  var pause: Duration { .seconds(max(2, 10 * known.withLock { $0.cost })) }

  /// The scans by name, and what counts their changes.
  var scans: (revision: Int, scans: [DeskScan]) { known.withLock { ($0.revision, $0.scans) } }

  /// What counts the changes, and why the folder can't be read; nil where it can.
  var state: (revision: Int, failure: String?) { known.withLock { ($0.revision, $0.failure) } }

  /// A scan as the dataset has it; nil where it has none of that name.
  func scan(_ name: String) -> DatasetScan? { known.withLock { $0.places[name] } }

  /// Forgets what was said of a scan that was measured again.
  func forget(_ scan: String) { known.withLock { $0.reasons[scan] = nil } }

  /// Looks at the folder again.
  func refresh() {
    looking.withLock { _ in
      let start = ContinuousClock.now
      do {
        let (scans, places) = try read()
        known.withLock { known in
          if scans != known.scans || known.failure != nil { known.revision += 1 }
          (known.scans, known.places, known.failure) = (scans, places, nil)
          known.cost = start.duration(to: .now) / .seconds(1)
        }
      } catch {
        let text = language.told(error)
        known.withLock { known in
          if known.failure != text { known.revision += 1 }
          known.failure = text
        }
      }
    }
  }

  private func read() throws -> ([DeskScan], [String: DatasetScan]) {
    let found = try Dataset.found(in: dataset)
    let rows = try StudyList(StudyStore.current(of: study).store, StudySelection()).rows
    let entries = Dictionary(rows.map { ($0.scan, $0) }) { first, _ in first }
    let scans = found.map { scan($0, entries[$0.name]) }
    return (scans, Dictionary(found.map { ($0.name, $0) }) { first, _ in first })
  }

  private func scan(_ scan: DatasetScan, _ entry: StudyList.Entry?) -> DeskScan {
    let stated = scan.description
    let changed =
      entry == nil || scan.fault != nil ? [] : changes.withLock { $0.of(scan, in: study, settings) }
    let state = changed.isEmpty ? Self.state(entry, scan) : .outOfDate
    return DeskScan(
      name: scan.name, subject: stated.subject, session: stated.session, date: stated.date, sex: stated.sex,
      operator: stated.operator, device: stated.device, ageMonths: stated.ageMonths ?? entry?.ageMonths,
      hairMm: stated.hairMm, kind: scan.kind.rawValue, state: state,
      why: scan.fault?.text(language) ?? words(changed) ?? entry.flatMap { state == .measured ? nil : why($0) },
      cvai: entry?.cvai, ci95: entry?.ci95, level: entry?.level,
      landmarks: landmarks(entry, scan.name), hasReport: study.page(of: scan.name) != nil)
  }

  /// What has changed, in words; nil where nothing has.
  private func words(_ changed: [InputChange]) -> String? {
    if changed.isEmpty { return nil }
    return language("desk.changed", ["what": .list(changed.map { .term($0.rawValue, of: "change") })])
  }

  private func landmarks(_ entry: StudyList.Entry?, _ scan: String) -> DeskScan.Landmarks {
    if entry?.landmarks == "picked" { return .picked }
    if study.hasPicks(of: scan) { return .accepted }
    return entry?.landmarks == nil ? .none : .found
  }

  private static func state(_ entry: StudyList.Entry?, _ scan: DatasetScan) -> DeskScan.State {
    switch entry?.status {
    case nil: .new
    case "complete": .measured
    case "withheld": scan.fault == nil && needsLandmarks(entry) ? .needsLandmarks : .withheld
    default: .failed
    }
  }

  /// Whether somebody's clicks can give a scan its value: none were found, or those that were found are not good enough.
  private static func needsLandmarks(_ entry: StudyList.Entry?) -> Bool {
    guard let entry, entry.landmarks != "picked" else { return false }
    let code = entry.code ?? ""
    return code.hasPrefix("landmarks.") || ["batch.to_pick", "batch.other_picks"].contains(code)
  }

  /// Why there is no CVAI: what the result says, in the page's language, else what became of the run.
  private func why(_ entry: StudyList.Entry) -> String? {
    if let known = known.withLock({ $0.reasons[entry.scan] }), known.entry == entry { return known.why }
    let result = ResultFolder(at: study.result(of: entry.scan))?.result
    let said = result?.findings.first { $0.severity == .withheld }?.text(language)
    let why = said ?? study.outcome(of: entry.scan)?.reason
    known.withLock { $0.reasons[entry.scan] = (entry, why) }
    return why
  }
}

extension Dataset {
  /// The scans of a folder of work, which may have none yet.
  static func found(in folder: URL) throws(DatasetError) -> [DatasetScan] {
    do { return try read(folder).scans } catch {
      guard case .noScans = error else { throw error }
      return []
    }
  }
}

extension Language {
  /// An error in words for the page.
  func told(_ error: any Error) -> String {
    (error as? any UserFacingError)?.description(in: self) ?? error.localizedDescription
  }
}
