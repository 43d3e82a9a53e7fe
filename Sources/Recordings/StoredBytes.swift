import Images
public import Platform

extension FrameDecoder {
  /// A frame's colour image as a file that other programs read: its own bytes where it is such a file, once it was decoded
  /// without fault; else a PNG of its pixels.
  public mutating func colorFile(_ frame: RecordedFrame) throws -> (content: Data, ending: String) {
    guard frame.colorImage.coding == .picture else {
      var image = ColorImage(width: 0, height: 0, pixels: [])
      try color(frame, into: &image)
      return (try ImageFile.png(image), "png")
    }
    var image = GrayImage(width: 0, height: 0, pixels: [])
    try gray(frame, into: &image)
    let content = withFile { Data($0) }
    return (content, Self.isPNG(content) ? "png" : "jpg")
  }

  /// The bytes of the depth image that was decoded last, where it is a PNG of codes that count what is wanted and all of
  /// them are depth or 0; nil for any other. Other tools take 65535 for depth.
  public borrowing func depthFile(_ frame: RecordedFrame, codesPerMetre: Float) -> Data? {
    guard frame.depthImage.coding == .picture, frame.confidenceImage == nil, recording.droppedRamps == nil,
      recording.depthScale.codesPerMetre == codesPerMetre
    else { return nil }
    let content = withFile { Data($0) }
    guard Self.isPNG(content), let codes = try? ImageFile.depthCodes(content) else { return nil }
    return codes.pixels.contains(.max) ? nil : content
  }

  private static func isPNG(_ content: Data) -> Bool { content.starts(with: [0x89, 0x50, 0x4E, 0x47]) }
}
