internal import Files
internal import Platform

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
