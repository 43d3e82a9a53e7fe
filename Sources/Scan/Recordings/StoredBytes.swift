import Images
public import Platform

extension FrameDecoder {
  /// A frame's colour image as a file that other programs read: its own bytes without comments and EXIF data where it is a
  /// JPEG or a PNG, once it was decoded without fault; else a PNG of its pixels.
  public mutating func colorFile(_ frame: RecordedFrame) throws -> (content: Data, ending: String) {
    if frame.colorImage.coding == .picture {
      var image = GrayImage(width: 0, height: 0, pixels: [])
      try gray(frame, into: &image)
      if let content = withFile({ ImageMetadata.stripped($0) }) {
        return (content, Self.isPNG(content) ? "png" : "jpg")
      }
    }
    var image = ColorImage(width: 0, height: 0, pixels: [])
    try color(frame, into: &image)
    return (try ImageFile.png(image), "png")
  }

  /// The bytes of the depth image that was decoded last, where it is a PNG of codes that count what is wanted and all of
  /// them are depth or 0; nil for any other. Other tools take 65535 for depth.
  public borrowing func depthFile(_ frame: RecordedFrame, codesPerMetre: Float) -> Data? {
    guard frame.depthImage.coding == .picture, frame.confidenceImage == nil, recording.droppedRamps == nil,
      recording.depthScale.codesPerMetre == codesPerMetre
    else { return nil }
    guard let content = withFile({ ImageMetadata.stripped($0) }), Self.isPNG(content),
      let codes = try? ImageFile.depthCodes(content)
    else { return nil }
    return codes.pixels.contains(.max) ? nil : content
  }

  private static func isPNG(_ content: Data) -> Bool { content.starts(with: [0x89, 0x50, 0x4E, 0x47]) }
}
