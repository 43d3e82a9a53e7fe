public import Reports

extension MotionPage {
  /// The drawings of the report as files: the angle over time.
  public func figures() -> [FigureFile] {
    guard let curve = content.curve, !curve.times.isEmpty else { return [] }
    return curve.channels.prefix(1).map { channel in
      let drawing = AngleDrawing(result: result, curve: curve, channel: channel, language: language)
      return FigureFile(drawing.figure, millimetres: 180)
    }
  }
}
