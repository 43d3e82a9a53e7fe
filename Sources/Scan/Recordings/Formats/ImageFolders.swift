/// What folders of colour and of depth images are called, in any case, the preferred names first.
enum ImageFolders {
  static let color = [
    "color", "image", "rgb", "images", "colors", "rgbs", "colour", "colours", "color_images", "rgb_images",
  ]
  static let depth = ["depth", "depths", "depth_images"]

  /// The folders of a recording that have one of these names.
  static func present(_ names: [String], in folder: RecordingFolder) -> [String] {
    guard let entries = try? folder.names() else { return [] }
    return names.flatMap { name in entries.filter { $0.lowercased() == name && folder.hasFolder($0) } }
  }

  /// The folders that have images with one of some endings; those with others, in the last place, where none has.
  static func withImages(_ names: [String], in folder: RecordingFolder, extensions: [String]) -> [String] {
    let folders = present(names, in: folder)
    for endings in NumberedImages.endings(after: extensions) {
      let filled = folders.filter { NumberedImages.areIn($0, of: folder, endings) }
      if !filled.isEmpty { return filled }
    }
    return folders
  }
}
