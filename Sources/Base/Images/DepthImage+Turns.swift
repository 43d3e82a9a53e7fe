/// Another way round of an image of the same size.
public enum ImageTurn: Sendable, CaseIterable {
  /// Left and right exchanged.
  case leftRight
  /// Top and bottom exchanged.
  case upsideDown
  /// Both: turned by 180°.
  case half
}

extension DepthImage {
  /// The image another way round.
  public func turned(_ turn: ImageTurn) -> DepthImage {
    var image = self
    if turn == .half || turn == .upsideDown { image.pixels.reverse() }
    guard turn != .half else { return image }
    // Upside down is a half turn and left for right.
    for y in 0..<height { image.pixels[y * width..<(y + 1) * width].reverse() }
    return image
  }
}
