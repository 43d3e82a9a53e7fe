public import Diagnostics
internal import Inputs
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
  /// - Parameter path: the folder, or the table that lists the scans (`.csv` or `.tsv`).
  /// - Throws: ``DatasetError``.
  public static func read(_ path: URL) throws(DatasetError) -> Dataset {
    let place = try DatasetPlace(path)
    var found: (scans: [DatasetScan], findings: [Finding])
    if let list = place.list {
      found = (try ScanList.read(list, in: place), [])
    } else {
      found = try BIDSFolder.read(place)
    }
    guard !found.scans.isEmpty else { throw .noScans(folder: path.path) }
    guard found.scans.count <= mostScans else {
      throw .tooMany(folder: path.path, scans: found.scans.count, limit: mostScans)
    }
    for index in found.scans.indices { found.scans[index].attachCompanions(in: place) }
    return Dataset(
      root: place.root, scans: Twins.marked(found.scans.sorted { $0.name < $1.name }), findings: found.findings)
  }

  /// The scans of some names, in their order; all where none is named.
  ///
  /// - Throws: ``DatasetError/noSuchScan(name:)``.
  public func scans(named names: [String]) throws(DatasetError) -> [DatasetScan] {
    let known = Set(scans.map(\.name))
    for name in names where !known.contains(name) { throw .noSuchScan(name: name) }
    return names.isEmpty ? scans : scans.filter { names.contains($0.name) }
  }
}
