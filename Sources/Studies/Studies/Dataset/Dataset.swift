public import Diagnostics
internal import Files
public import Platform

/// Many scans in a folder: in the manner of BIDS, or listed in a table (Docs/formats/dataset.md).
public struct Dataset: Sendable {
  /// Its folder.
  public let root: URL
  /// The scans, by their names.
  public let scans: [DatasetScan]
  /// The findings on the dataset as a whole.
  public let findings: [Finding]

  /// No dataset has more scans.
  static let mostScans = 200_000

  /// Reads a dataset: its lists and the names in its folders, no recording.
  ///
  /// - Parameters:
  ///   - path: the folder, or the table that lists the scans (`.csv` or `.tsv`).
  ///   - names: the scans that are wanted; all where none is named. Other children's folders are not opened, and twins are
  ///     told among these scans alone: one scan of a hundred thousand is found in a moment.
  /// - Throws: ``DatasetError``, such as ``DatasetError/noSuchScan(name:)``.
  public static func read(_ path: URL, only names: [String] = []) throws(DatasetError) -> Dataset {
    let place = try DatasetPlace(path)
    var found: (scans: [DatasetScan], findings: [Finding])
    if let list = place.list {
      found = (try ScanList.read(list, in: place), [])
    } else {
      found = try BIDSFolder.read(place, only: names)
    }
    if !names.isEmpty {
      let (wanted, known) = (Set(names), Set(found.scans.map(\.name)))
      for name in names where !known.contains(name) { throw .noSuchScan(name: name) }
      found.scans.removeAll { !wanted.contains($0.name) }
    }
    guard !found.scans.isEmpty else { throw .noScans(folder: path.path) }
    guard found.scans.count <= mostScans else {
      throw .tooMany(folder: path.path, scans: found.scans.count, limit: mostScans)
    }
    for index in found.scans.indices { found.scans[index].attachCompanions(in: place) }
    return Dataset(
      root: place.root, scans: Twins.marked(found.scans.sorted { $0.name < $1.name }), findings: found.findings)
  }
}

/// Where a dataset lies; nothing outside of it is read as a part of it.
struct DatasetPlace: Sendable {
  /// Its folder, without links.
  let root: URL
  /// The table that lists its scans; nil where the folder itself does, in the manner of BIDS.
  let list: URL?

  /// The name of the table that lists the scans of a folder.
  private static let listName = "scans.csv"

  init(_ path: URL) throws(DatasetError) {
    guard let real = OnDisk.real(path.path) else { throw .missing(path: path.path) }
    let place = URL(filePath: real)
    if OnDisk.isFolder(place) {
      root = place
      let list = place.appending(path: Self.listName)
      self.list = OnDisk.real(list.path) == nil ? nil : list
    } else if ["csv", "tsv"].contains(place.pathExtension.lowercased()) {
      (root, list) = (place.deletingLastPathComponent(), place)
    } else {
      throw .missing(path: path.path)
    }
  }

  /// A file or folder of the dataset by its path in it.
  ///
  /// - Throws: ``Fault`` where nothing is there, or where the path or a link in it leads outside.
  func url(_ path: String) throws(Fault) -> URL {
    guard !path.isEmpty, path.utf8.count <= Int(PATH_MAX), !path.utf8.contains(0) else { throw .missing }
    let url = path.hasPrefix("/") ? URL(filePath: path) : root.appending(path: path)
    guard let real = OnDisk.real(url.path) else {
      // A path that leads out is told as such even where nothing is there.
      throw path.hasPrefix("/") || path.split(separator: "/").contains("..") ? .outside : .missing
    }
    guard real == root.path || real.hasPrefix(rootPrefix) else { throw .outside }
    return url
  }

  /// Why a path is none of the dataset's.
  enum Fault: Error {
    case missing, outside
  }

  /// The path of something in the dataset as seen from its root.
  func path(of url: URL) -> String {
    url.path.hasPrefix(rootPrefix) ? String(url.path.dropFirst(rootPrefix.count)) : url.path
  }

  private var rootPrefix: String { root.path.hasSuffix("/") ? root.path : root.path + "/" }
}

/// Why there is no dataset to work on.
public enum DatasetError: UserFacingError, Equatable {
  /// There is no folder and no table.
  case missing(path: String)
  /// There is no scan in it.
  case noScans(folder: String)
  /// There are more scans than any study has.
  case tooMany(folder: String, scans: Int, limit: Int)
  /// A table can't be read, or not understood; the line counts from 1.
  case badTable(file: String, line: Int?, expected: FindingValue, found: FindingValue)
  /// The dataset has no scan of that name.
  case noSuchScan(name: String)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path): ErrorMessage(.datasetMissing, at: path)
    case .noScans(let folder): ErrorMessage(.datasetNoScans, at: folder)
    case .tooMany(let folder, let scans, let limit):
      ErrorMessage(
        .datasetTooMany, at: folder, nil, ["found": .count(scans), "limit": .count(limit)])
    case .badTable(let file, let line, let expected, let found):
      ErrorMessage(
        .datasetBadTable, at: file, line.map { .line($0) }, ["expected": expected, "found": found])
    case .noSuchScan(let name): ErrorMessage(.datasetNoSuchScan, at: "--scan", nil, ["name": .quoted(name)])
    }
  }
}
