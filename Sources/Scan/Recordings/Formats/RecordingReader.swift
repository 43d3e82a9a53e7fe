internal import Diagnostics
import Geometry
import Platform

/// What one layout of recordings knows: how to recognise it, to list its frames and to find its cameras.
protocol RecordingReader {
  /// What it is recognised by, for the message when nothing is.
  static var signature: FindingValue { get }

  /// The ending of recordings that are one file each; nil for a layout of folders.
  static var ending: String? { get }
  /// True when a folder or file looks like this layout: by default one with its ``ending``.
  static func recognises(_ place: RecordingPlace) -> Bool
  /// Reads lists and metadata.
  init(_ place: RecordingPlace) throws(RecordingError)
  /// The pairs of images in order of time, at least one.
  var index: RecordingIndex { get }
  /// The cameras of each pair, for images of the given sizes.
  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair]
  /// The codes of one metre in depth images of whole numbers: what a file of intrinsics says, else the layout.
  ///
  /// - Parameter intrinsics: the file of intrinsics that is used instead of the recording's own, and what errors call it.
  func codesPerMetre(intrinsics: (text: Data, file: String)?) throws(RecordingError) -> Float
}

extension RecordingReader {
  static var ending: String? { nil }

  static func recognises(_ place: RecordingPlace) -> Bool { ending.map(place.isFile) ?? false }

  func codesPerMetre(intrinsics: (text: Data, file: String)?) throws(RecordingError) -> Float {
    try given(intrinsics) ?? index.codesPerMetre
  }

  fileprivate func given(_ intrinsics: (text: Data, file: String)?) throws(RecordingError) -> Float? {
    guard let (text, file) = intrinsics else { return nil }
    return try IntrinsicsMetadata(text)?.codesPerMetre(file: file)
  }
}

/// A layout of a folder that may have a file of intrinsics of its own.
protocol FolderReader: RecordingReader {
  var folder: RecordingFolder { get }
}

extension FolderReader {
  func codesPerMetre(intrinsics: (text: Data, file: String)?) throws(RecordingError) -> Float {
    if let codes = try given(intrinsics) { return codes }
    guard let (metadata, file) = IntrinsicsMetadata.own(of: folder) else { return index.codesPerMetre }
    return try metadata.codesPerMetre(file: file) ?? index.codesPerMetre
  }

  /// One pair of cameras for all pairs of images, from the recording's file of intrinsics.
  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    let cameras = try Intrinsics.cameras(folder, sizes: sizes, findings: &findings)
    return [CameraPair](repeating: cameras, count: index.pairs.count)
  }
}
