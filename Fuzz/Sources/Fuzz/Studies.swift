import Diagnostics
import Foundation

@testable import Files
@testable import Studies

/// A study of one measured scan.
struct Study {
  let folder: StudyFolder
  let scan: ScanFolder

  init() throws {
    folder = try StudyFolder(at: Material.folder().appending(path: "study"))
    scan = folder.folder(of: "sub-01_scan-1")
    let result = try Head().measured()
    try FileManager.default.createDirectory(at: scan.result, withIntermediateDirectories: true)
    try result.write(to: scan.result.appending(path: "result.json"))
    var source = DatasetScan(name: scan.name, source: "sub-01/scan-1", url: URL(filePath: "/scan"), kind: .mesh)
    (source.description.subject, source.description.ageMonths) = ("01", 5)
    var outcome = ScanOutcome(
      source, status: .complete, code: nil, reason: nil, key: "key", inputs: [:], version: "0.1.0")
    outcome.result = Checksum.sha256(Array(result))
    try scan.write(outcome)
    _ = try StudyStore.rebuild(folder)
  }
}

extension Target {
  /// Tables, filters and the store of studies.
  static let studies: [Target] = [
    Target(
      name: "filter",
      words: [
        "and", "or", "not", "in", "is", "null", "missing", "cvai", "age_months", "status", "subject", "'", "(", ")",
        ">=", "!=",
        "=",
        "~", "withheld", "level", "1e308", "cohort", "sex",
      ],
      seeds: {
        [
          "cvai > 3.5 and age_months < 12", "subject = 'x''y' or not (status = 'complete')", "level in (1, 2)",
          "sex is null", "cvai is not missing",
        ].map {
          Data($0.utf8)
        }
      },
      prepare: {
        let store = try StudyStore(reading: Study().folder)
        return { bytes in
          guard let text = String(validating: bytes, as: UTF8.self) else { return }
          let selection = StudySelection(filter: try ScanFilter(text))
          // What can be parsed is SQL that can be run: a sound store refuses nothing.
          Check.json(try StudyList(store, selection).json())
        }
      }),
    Target(
      name: "store", words: ["SQLite format 3\0", "CREATE TABLE ", "scans", "measurements"],
      seeds: { try [Data(contentsOf: Study().folder.storeFile)] },
      prepare: {
        let study = try Study()
        return { bytes in
          for ending in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: study.folder.storeFile.path + ending)
          }
          try bytes.write(to: study.folder.storeFile)
          let store = try StudyStore(reading: study.folder)
          // A damaged one may be refused, and hold numbers that are none.
          let list = try StudyList(store, StudySelection()).json()
          Check.json(list)
          for table in [MeasurementsTable.tidy, .wide, .published] {
            _ = try table.content(of: store, StudySelection())
          }
        }
      }),
    Target(
      name: "scan-list",
      words: ["path,", "subject", "session", "scan", "age_months", "\"", "\r\n", "cap", "landmarks"],
      seeds: { [Data("path,subject,session,age_months\nsub-01/scan-1,01,1,5.5\n\"a, b\",02,,\n".utf8)] },
      prepare: {
        let folder = try Material.folder()
        let list = folder.appending(path: "scans.csv")
        return { bytes in
          try bytes.write(to: list)
          _ = try Dataset.read(list)
        }
      }),
    Target(
      name: "reference-table",
      words: ["subject", "session", "quantity", "value", "method", "cvai", "length", ",", "\""],
      seeds: { [Data("subject,session,quantity,value,method\n01,1,cvai,3.5,caliper\n01,1,length,140,caliper\n".utf8)] },
      prepare: {
        let file = try Material.folder().appending(path: "reference.csv")
        return { bytes in
          try bytes.write(to: file)
          _ = try ReferenceTable.read(file)
        }
      }),
  ]
}
