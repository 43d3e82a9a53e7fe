#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Recording {
  /// The colour image of a frame as grey: luma of ITU-R BT.601, the fastest to decode.
  public func gray(_ frame: RecordedFrame) throws(RecordingError) -> GrayImage {
    try decode(frame.colorFile, of: frame) { data, name throws(ImageError) in try ImageFile.gray(data, name: name) }
  }

  /// The colour image of a frame.
  public func color(_ frame: RecordedFrame) throws(RecordingError) -> ColorImage {
    try decode(frame.colorFile, of: frame) { data, name throws(ImageError) in try ImageFile.color(data, name: name) }
  }

  /// The depth image of a frame in metres, NaN where the recording has no valid depth.
  public func depth(_ frame: RecordedFrame) throws(RecordingError) -> DepthImage {
    let encoding = format.reader.depthEncoding
    return try decode(frame.depthFile, of: frame) { data, name throws(ImageError) in
      try encoding.decode(data, name: name)
    }
  }

  private func decode<Image>(
    _ url: URL, of frame: RecordedFrame, _ body: (Data, String) throws(ImageError) -> Image
  ) throws(RecordingError) -> Image {
    let name = relativePath(url)
    let data = try RecordingFolder.data(url, limit: RecordingFolder.imageLimit, name: name)
    let mismatch: ImageSize
    do throws(ImageError) {
      let found = ImageSize(try ImageFile.header(data, name: name))
      if found == ImageSize(frame.camera) { return try body(data, name) }
      mismatch = found
    } catch {
      throw RecordingError(error, frame: frame.name, file: name)
    }
    throw .badFrame(
      name: frame.name, file: name, expected: "the size \(ImageSize(frame.camera)) of the first frame",
      found: "\(mismatch)")
  }

  private func relativePath(_ url: URL) -> String {
    let (path, base) = (url.path(percentEncoded: false), folder.path(percentEncoded: false))
    return path.hasPrefix(base) ? String(path.dropFirst(base.count).drop { $0 == "/" }) : path
  }
}
