internal import Diagnostics
internal import Platform
internal import Recordings
internal import Files

/// A folder in the manner of BIDS: `sub-<label>/[ses-<label>/]scan-<label>`, with tables of children and sessions.
struct BIDSFolder {
  private let place: DatasetPlace
  private let participants: [String: StatedFacts]
  private var scans: [DatasetScan] = []
  private var names: Set<String> = []
  private var findings: [Finding] = []
  private var strangers: [String] = []

  /// The scans of a folder, and what is said of the folder.
  ///
  /// - Parameter wanted: names of scans; where there are any, only the folders of their children are looked into, and nothing
  ///   is said of the folder.
  static func read(
    _ place: DatasetPlace, only wanted: [String]
  ) throws(DatasetError) -> (scans: [DatasetScan], findings: [Finding]) {
    var folder = try BIDSFolder(place)
    for name in OnDisk.names(in: place.root) where name.hasPrefix("sub-") {
      let stem = ScanName.name(subject: label(name), session: nil, scan: nil) + "_"
      if wanted.isEmpty || wanted.contains(where: { $0.hasPrefix(stem) }) { try folder.take(subject: name) }
    }
    return (folder.scans, wanted.isEmpty ? folder.findings + folder.remarks : [])
  }

  /// The code in the name of a child's or a session's folder.
  private static func label(_ folder: String) -> String {
    String(folder.drop { $0 != "-" }.dropFirst())
  }

  private init(_ place: DatasetPlace) throws(DatasetError) {
    self.place = place
    participants = try Self.facts(
      place.root.appending(path: "participants.tsv"), key: "participant_id",
      ageUnit: Self.ageUnit(place.root.appending(path: "participants.json")))
  }

  private mutating func take(subject name: String) throws(DatasetError) {
    let folder = place.root.appending(path: name)
    guard OnDisk.isFolder(folder) else { return strangers.append(name) }
    let sessions = try Self.facts(
      folder.appending(path: "\(name)_sessions.tsv"), key: "session_id",
      ageUnit: Self.ageUnit(
        folder.appending(path: "\(name)_sessions.json"), place.root.appending(path: "sessions.json")))
    for entry in OnDisk.names(in: folder) {
      let path = "\(name)/\(entry)"
      if entry.hasPrefix("ses-"), OnDisk.isFolder(folder.appending(path: entry)) {
        for scan in OnDisk.names(in: folder.appending(path: entry)) {
          take("\(path)/\(scan)", subject: name, session: entry, sessions[entry])
        }
      } else {
        take(path, subject: name, session: nil, nil)
      }
    }
  }

  /// Takes in an entry of a session's folder, where it is a scan.
  private mutating func take(_ path: String, subject: String, session: String?, _ facts: StatedFacts?) {
    let entry = path.split(separator: "/").last.map(String.init) ?? path
    let url = place.root.appending(path: path)
    let isFolder = OnDisk.isFolder(url)
    let isMesh = MeshEnding.all.contains(url.pathExtension.lowercased()) && !isFolder
    let isScan = isFolder ? entry.hasPrefix("scan-") : isMesh || RecordingCompanion.hasRecordingEnding(url)
    guard isScan else {
      if isFolder || !Self.companions.contains(url.pathExtension.lowercased()) { strangers.append(path) }
      return
    }
    let stem = isFolder ? entry : url.deletingPathExtension().lastPathComponent
    let label = stem.hasPrefix("scan-") ? String(stem.dropFirst("scan-".count)) : stem
    let (child, visit) = (Self.label(subject), session.map(Self.label))
    var name = ScanName.name(subject: child, session: visit, scan: label)
    // `scan-1.ply` beside a folder `scan-1`: two scans.
    if !names.insert(name).inserted {
      name = ScanName.name(subject: child, session: visit, scan: entry)
      names.insert(name)
    }
    var scan = DatasetScan(name: name, source: path, url: url, kind: isMesh ? .mesh : .recording)
    do throws(DatasetPlace.Fault) { _ = try place.url(path) } catch {
      scan.findings.append(
        Finding(error == .outside ? .datasetOutside : .datasetMissingFile, ["file": .quoted(path)]))
    }
    (scan.description.subject, scan.description.session) = (child.isEmpty ? nil : child, visit)
    if let facts { scan.complete(by: facts) }
    if let facts = participants[subject] { scan.complete(by: facts) }
    scans.append(scan)
  }

  /// The endings of files that may lie beside scans and are no scans.
  private static let companions = ["json", "yaml", "yml", "tsv", "csv", "txt", "md"]

  /// The findings on the folder as a whole.
  private var remarks: [Finding] {
    var remarks: [Finding] = []
    if !strangers.isEmpty {
      remarks.append(
        Finding(
          .datasetPassedOver, ["count": .count(strangers.count), "files": .names(strangers.prefix(5).map(\.quoted))]))
    }
    let subjects = Set(scans.compactMap { $0.source.split(separator: "/").first.map(String.init) })
    let absent = participants.keys.filter { !subjects.contains($0) }.sorted()
    if !absent.isEmpty {
      remarks.append(
        Finding(
          .datasetAbsentSubjects, ["count": .count(absent.count), "subjects": .names(absent.prefix(5).map(\.quoted))]))
    }
    let unlisted = participants.isEmpty ? [] : subjects.filter { participants[$0] == nil }.sorted()
    if !unlisted.isEmpty {
      remarks.append(
        Finding(
          .datasetUnlisted, ["count": .count(unlisted.count), "subjects": .names(unlisted.prefix(5).map(\.quoted))]))
    }
    return remarks
  }

  // MARK: Tables

  /// What a table states, by the name in its first column; empty where there is no table.
  private static func facts(
    _ file: URL, key: String, ageUnit: StatedFacts.UnitOfAge
  ) throws(DatasetError) -> [String: StatedFacts] {
    guard OnDisk.real(file.path) != nil else { return [:] }
    let table = try DelimitedTable.read(file)
    guard table.header.contains(key) else {
      throw .badTable(
        file: file.path, line: 1, expected: .phrase("column", ["name": .text(key)]),
        found: .names(table.header.prefix(20)))
    }
    var facts: [String: StatedFacts] = [:]
    for (line, cells) in table.rows {
      guard let name = table.cell(cells, key) else { continue }
      guard facts.updateValue(StatedFacts(table, cells, ageUnit: ageUnit), forKey: name) == nil else {
        throw .badTable(
          file: file.path, line: line, expected: .phrase("named_once", ["name": .text(key)]), found: .quoted(name))
      }
    }
    return facts
  }

  /// The unit of the column `age`, as the first of the table's JSON files that is there states it.
  private static func ageUnit(_ files: URL...) -> StatedFacts.UnitOfAge {
    guard let file = files.first(where: { OnDisk.real($0.path) != nil }) else { return .none }
    guard let columns = try? SidecarFile.group(file) else {
      return .unknown(.phrase("unreadable_file", ["file": .text(file.lastPathComponent)]))
    }
    guard case .group(let age)? = columns["age"], let unit = age["Units"] ?? age["units"] else { return .none }
    guard case .text(let word) = unit, let known = StatedFacts.AgeUnit(word: word) else {
      return .unknown(.quoted(unit.summary))
    }
    return .stated(known)
  }
}
