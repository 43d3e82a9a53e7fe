internal import Diagnostics
internal import Platform
internal import Recordings
internal import Files

/// A table that lists the scans of a folder: `path`, and what is stated of each.
enum ScanList {
  /// The scans of a table.
  static func read(_ file: URL, in place: DatasetPlace) throws(DatasetError) -> [DatasetScan] {
    let table = try DelimitedTable.read(file)
    guard table.header.contains("path") || table.header.contains("paths") else {
      throw .badTable(
        file: table.file, line: 1, expected: .phrase("column", ["name": .text("path")]),
        found: .names(table.header.prefix(20)))
    }
    var counts: [String: Int] = [:]
    var names: Set<String> = []
    return table.rows.map { line, cells in
      var facts = StatedFacts(table, cells)
      let subject = table.cell(cells, "subject").flatMap { facts.checked($0, "subject") }
      let session = table.cell(cells, "session").flatMap { facts.checked($0, "session") }
      let stem = ScanName.name(subject: subject, session: session, scan: "")
      counts[stem, default: 0] += 1
      let label = table.cell(cells, "scan") ?? "\(counts[stem]!)"
      var name = ScanName.name(subject: subject, session: session, scan: label)
      if !names.insert(name).inserted {
        facts.findings.append(Finding(.datasetSameIDs, ["scan": .text(name)]))
        name = ScanName.name(subject: subject, session: session, scan: "\(label) \(line)")
        names.insert(name)
      }
      if subject == nil { facts.findings.append(Finding(.datasetNoSubject)) }
      return scan(name, subject, session, facts, table, cells, place)
    }
  }

  private static func scan(
    _ name: String, _ subject: String?, _ session: String?, _ facts: StatedFacts, _ table: DelimitedTable,
    _ cells: [String], _ place: DatasetPlace
  ) -> DatasetScan {
    let path = table.cell(cells, "path", "paths") ?? ""
    var findings: [Finding] = []
    let find = { (path: String) -> URL? in
      do throws(DatasetPlace.Fault) { return try place.url(path) } catch {
        findings.append(
          Finding(error == .outside ? .datasetOutside : .datasetMissingFile, ["file": .quoted(path)]))
        return nil
      }
    }
    let found = find(path)
    let url = found ?? place.root.appending(path: path)
    // A path from the root folder on is one of this machine alone.
    let source = path.hasPrefix("/") ? found.map(place.path) ?? URL(filePath: path).lastPathComponent : path
    var scan = DatasetScan(name: name, source: source, url: url, kind: MeshEnding.isMesh(url) ? .mesh : .recording)
    scan.cap = table.cell(cells, "cap").flatMap(find)
    scan.landmarks = table.cell(cells, "landmarks").flatMap(find)
    scan.intrinsics = table.cell(cells, "intrinsics").flatMap(find)
    (scan.description.subject, scan.description.session) = (subject, session)
    scan.findings = findings
    scan.complete(by: facts)
    return scan
  }
}
