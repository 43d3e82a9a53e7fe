import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Studies

/// Which scans of a study are picked, in what order, and what becomes of picks.
struct PickingListTests {
  /// A study with scans of all kinds, and the dataset that it says it is of.
  private static func study() throws -> (small: SmallStudy, dataset: DatasetFolder) {
    let (small, dataset) = (try SmallStudy(), try DatasetFolder(["participants.tsv": "participant_id\nsub-1\n"]))
    for (name, landmarks) in [("a", "automatic"), ("b", "picked"), ("c", "automatic"), ("d", "automatic")] {
      try small.add("sub-\(name)", subject: name, cvai: 5, landmarks: landmarks)
      if name != "d" {
        try Data("ply".utf8).write(to: small.folder.folder(of: "sub-\(name)").result.appending(path: "mesh.ply"))
      }
    }
    try small.fail("sub-e", subject: "e", code: "batch.crashed")
    try small.folder.keep(dataset: dataset.url)
    return (small, dataset)
  }

  private static func list(
    _ small: SmallStudy, _ extent: PickingList.Extent = .toPick, observer: String? = nil, seed: Int? = nil
  ) throws -> PickingList {
    let store = try StudyStore(small.folder)
    try store.bringUpToDate(small.folder)
    return try PickingList(small.folder, store, extent, observer: observer, seed: seed)
  }

  @Test func whatNobodyHasPickedComesByNameAndWhatHasNoSurfaceIsTold() throws {
    let (small, dataset) = try Self.study()
    defer { withExtendedLifetime(dataset) {} }
    let open = try Self.list(small)
    #expect(open.scans.map(\.name) == ["sub-a", "sub-c"])
    #expect(open.withoutSurface == ["sub-d"])
    #expect(open.scans.allSatisfy { !$0.isPicked(by: nil) })
    let all = try Self.list(small, .all)
    #expect(all.scans.map(\.name) == ["sub-a", "sub-b", "sub-c"])
    #expect(all.withoutSurface == ["sub-d", "sub-e"])
    #expect(all.scans[1].isPicked(by: nil) && !all.scans[1].isPicked(by: "B"))
    #expect(try Self.list(small, .one("sub-b")).scans.map(\.name) == ["sub-b"])
    #expect(throws: StudyError.noSuchScan(name: "sub-x")) { try Self.list(small, .one("sub-x")) }
    // A scan with picks is not to be picked again, even before the next batch has seen them.
    try Data("{}".utf8).write(to: small.folder.folder(of: "sub-a").landmarks)
    #expect(try Self.list(small).scans.map(\.name) == ["sub-c"])
  }

  @Test func aSeedGivesAnOrderThatFollowsNoGroups() throws {
    let (small, dataset) = (try SmallStudy(), try DatasetFolder(["x": ""]))
    try small.folder.keep(dataset: dataset.url)
    let names = (10..<50).map { "sub-\($0 < 30 ? "helmet" : "control")\($0)" }
    for name in names {
      try small.add(name, subject: name, cvai: 5, landmarks: "automatic")
      try Data("ply".utf8).write(to: small.folder.folder(of: name).result.appending(path: "mesh.ply"))
    }
    let first = try Self.list(small, seed: 1).scans.map(\.name)
    #expect(try Self.list(small, seed: 1).scans.map(\.name) == first)
    #expect(Set(first) == Set(names))
    #expect(first != names.sorted())
    #expect(try Self.list(small, seed: 2).scans.map(\.name) != first)
    // Of two groups of 20, the first half of a shuffled order has 10 of each, with a standard deviation of 1.6.
    let helmets = first.prefix(20).count { $0.contains("helmet") }
    #expect((5...15).contains(helmets), "\(helmets)")
  }

  @Test func aStudyThatKnowsNoDatasetIsTold() throws {
    let small = try SmallStudy()
    try small.add("sub-a", subject: "a", cvai: 5)
    #expect(throws: StudyError.noDataset(path: small.folder.root.path, found: .phrase("none"))) {
      try Self.list(small)
    }
    var gone: URL?
    do {
      let dataset = try DatasetFolder(["x": ""])
      try small.folder.keep(dataset: dataset.url)
      gone = dataset.url
    }
    try? FileManager.default.removeItem(at: try #require(gone))
    #expect(throws: StudyError.noDataset(path: small.folder.root.path, found: .phrase("no_such_file_or_folder"))) {
      try Self.list(small)
    }
    try Data(#"{"schema": "calvaria/study/2"}"#.utf8).write(to: small.folder.root.appending(path: "study.json"))
    #expect(
      throws: StudyError.otherVersion(
        path: small.folder.root.path, expected: "calvaria/study/1", found: "calvaria/study/2")
    ) { try StudyFolder(opening: small.folder.root) }
  }

  @Test func theDatasetIsKeptAsSeenFromTheStudy() throws {
    #expect(StudyMark.path(of: "/a/lab", from: "/a/lab-study") == "../lab")
    #expect(StudyMark.path(of: "/a/lab/list.csv", from: "/a/lab/study") == "../list.csv")
    #expect(StudyMark.path(of: "/a/study/lab", from: "/a/study") == "lab")
    #expect(StudyMark.path(of: "/a", from: "/a/b") == "..")
    #expect(StudyMark.path(of: "/a", from: "/a") == ".")
    let (small, dataset) = try Self.study()
    #expect(try small.folder.dataset?.path == OnDisk.real(dataset.url.path))
    let mark = try Data(contentsOf: small.folder.root.appending(path: "study.json"))
    try small.folder.keep(dataset: dataset.url)
    #expect(try Data(contentsOf: small.folder.root.appending(path: "study.json")) == mark)
  }

  // MARK: Picks

  /// What `sub-a` is in the dataset.
  private static func source(_ dataset: DatasetFolder) -> DatasetScan {
    DatasetScan(
      name: "sub-a", source: "sub-a/scan.ply", url: dataset.url.appending(path: "sub-a/scan.ply"), kind: .mesh)
  }

  private static func picks(_ observer: String?) -> Data {
    let by = observer.map { #", "picked": {"by": "\#($0)"}"# } ?? ""
    return Data(#"{"landmarks": {"sellion": {"point_mm": [1, 2, 3]}}\#(by)}"#.utf8)
  }

  @Test func picksAreReplacedOnlyWhereThatWasSaidAndThenKeptAside() throws {
    let (small, dataset) = try Self.study()
    defer { withExtendedLifetime(dataset) {} }
    try dataset.write("sub-a/scan.ply", "ply")
    let (scan, source) = (try Self.list(small).scans[0], Self.source(dataset))
    let time = Date(timeIntervalSince1970: 1_700_000_000)
    guard
      case .written("landmarks.json", let digest) = try scan.keep(
        Self.picks(nil), on: source, of: nil, at: time, replacing: [])
    else { throw Unexpected() }
    guard case .asks(let earlier) = try scan.keep(Self.picks("C"), on: source, of: nil, at: time, replacing: []) else {
      throw Unexpected()
    }
    #expect(earlier.digest == digest)
    #expect(earlier.observer == nil)
    let file = small.folder.folder(of: "sub-a").landmarks
    #expect(try Data(contentsOf: file) == Self.picks(nil))
    _ = try scan.keep(Self.picks("C"), on: source, of: nil, at: time, replacing: [digest])
    #expect(try Data(contentsOf: file) == Self.picks("C"))
    let aside = file.deletingLastPathComponent().appending(path: "earlier")
    let names = try FileManager.default.contentsOfDirectory(atPath: aside.path)
    #expect(names == ["20231114T221320Z-\(digest.prefix(8))-landmarks.json"], "\(names)")
    #expect(try Data(contentsOf: aside.appending(path: names[0])) == Self.picks(nil))
    // The picks are marked as those of this recording, and of no other.
    let folder = small.folder.folder(of: "sub-a")
    #expect(folder.picks(areOf: try #require(folder.content(of: source)).recording))
    #expect(!folder.picks(areOf: "another"))
  }

  @Test func observersAreKeptApartAndSeeTheirOwnPicksAlone() throws {
    let (small, dataset) = try Self.study()
    try dataset.write("sub-a/scan.ply", "ply")
    let scan = try Self.list(small).scans[0]
    let source = Self.source(dataset)
    for (observer, file) in [("A", "landmarks.json"), ("B", "landmarks-B.json"), ("../ו", nil)] {
      guard
        case .written(let name, _) = try scan.keep(
          Self.picks(observer), on: source, of: observer, at: Date(), replacing: [])
      else { throw Unexpected() }
      #expect(!name.contains("/"), "\(name)")
      #expect((file == nil || name == file), "\(name)")
      #expect(scan.isPicked(by: observer))
      let start = try #require(scan.start(source, of: observer, own: [], isBlind: true))
      #expect(start.lastPathComponent == name)
      #expect(start.deletingLastPathComponent().path == scan.folder.url.path)
    }
    #expect(scan.start(source, of: "D", own: [], isBlind: false) == nil)
    #expect(!scan.isPicked(by: "D"))
    // Nobody named: everything is shown, but nothing to a blind observer except what this sitting has written.
    #expect(scan.start(source, of: nil, own: [], isBlind: false)?.lastPathComponent == "landmarks.json")
    #expect(scan.start(source, of: nil, own: [], isBlind: true) == nil)
    let own = try #require(EarlierPicks(scan.folder.landmarks)?.digest)
    #expect(scan.start(source, of: nil, own: [own], isBlind: true) != nil)
  }

  @Test func aScanThatABatchIsMeasuringIsNotTouched() throws {
    let (small, dataset) = try Self.study()
    defer { withExtendedLifetime(dataset) {} }
    let scan = try Self.list(small).scans[0]
    let source = Self.source(dataset)
    let lock = try #require(try FileLock(scan.folder.lockFile))
    #expect(throws: StudyError.busy(scan: "sub-a")) {
      try scan.keep(Self.picks(nil), on: source, of: nil, at: Date(), replacing: [])
    }
    #expect(!FileManager.default.fileExists(atPath: scan.folder.landmarks.path))
    withExtendedLifetime(lock) {}
  }

  @Test func aScanIsLookedForInTheDatasetAsItIsNow() throws {
    let small = try SmallStudy()
    for name in ["sub-a_scan-1", "sub-c_scan-1"] {
      try small.add(name, subject: "a", cvai: 5, landmarks: "automatic")
      try Data("ply".utf8).write(to: small.folder.folder(of: name).result.appending(path: "mesh.ply"))
    }
    let dataset = try DatasetFolder(["sub-a.ply": "a", "scans.csv": "path,subject\nsub-a.ply,a\n../x.ply,c\n"])
    try small.folder.keep(dataset: dataset.url)
    let scans = try Self.list(small).scans
    #expect(throws: StudyError.noSource(scan: "sub-c_scan-1", found: .phrase("none"))) {
      try Data("path,subject\nsub-a.ply,a\n".utf8).write(to: dataset.url.appending(path: "scans.csv"))
      return try scans[1].source()
    }
    #expect(try scans[0].source().source == "sub-a.ply")
    try dataset.write("scans.csv", "path,subject\n../../etc/passwd,a\n")
    #expect(throws: StudyError.self) { try scans[0].source() }
  }

  private struct Unexpected: Error {}

  /// Landmarks beside a recording are where an observer goes on from; those beside a mesh are not, nor where none are.
  @Test func landmarksBesideARecordingAreGoneOnFrom() throws {
    let (small, dataset) = try Self.study()
    try dataset.write("sub-a/scan/landmarks.json", "{}")
    let scan = try Self.list(small).scans[0]
    let start = { (kind: DatasetScan.Kind, place: String) in
      scan.start(
        DatasetScan(name: "sub-a", source: place, url: dataset.url.appending(path: place), kind: kind),
        of: nil, own: [], isBlind: false)
    }
    #expect(start(.recording, "sub-a/scan")?.path == dataset.url.appending(path: "sub-a/scan/landmarks.json").path)
    #expect(start(.mesh, "sub-a/scan") == nil)
    #expect(start(.recording, "sub-a/none") == nil)
    #expect(start(.mesh, "sub-a/none") == nil)
  }
}
