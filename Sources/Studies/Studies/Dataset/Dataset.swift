public import Diagnostics
internal import Files
public import Platform

/// Many scans in a folder: in the manner of BIDS, or listed in a table (Docs/formats/dataset.md).
public struct Dataset: Sendable {
  /// Its folder.
  public let root: URL
  /// The scans, by their names.
  public let scans: [DatasetScan]
  /// What is said of the dataset as a whole.
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
