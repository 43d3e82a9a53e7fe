import Images

extension Recording {
  /// The colour image of a frame as grey; for many frames use a ``FrameDecoder``, whose memory is used again.
  public func gray(_ frame: RecordedFrame) throws(RecordingError) -> GrayImage {
    var decoder = FrameDecoder(self)
    var image = GrayImage(width: 0, height: 0, pixels: [])
    try decoder.gray(frame, into: &image)
    return image
  }

  /// The colour image of a frame.
  public func color(_ frame: RecordedFrame) throws(RecordingError) -> ColorImage {
    var decoder = FrameDecoder(self)
    var image = ColorImage(width: 0, height: 0, pixels: [])
    try decoder.color(frame, into: &image)
    return image
  }

  /// The depth image of a frame in metres, NaN where the recording has no valid depth.
  public func depth(_ frame: RecordedFrame) throws(RecordingError) -> DepthImage {
    var decoder = FrameDecoder(self)
    var image = DepthImage(width: 0, height: 0, pixels: [])
    try decoder.depth(frame, into: &image)
    return image
  }
}
