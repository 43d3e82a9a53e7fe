internal import Platform

/// The endings of mesh files that are measured.
enum MeshEnding {
  static let all = ["ply", "stl", "obj"]

  static func isMesh(_ url: URL) -> Bool { all.contains(url.pathExtension.lowercased()) && !OnDisk.isFolder(url) }
}
