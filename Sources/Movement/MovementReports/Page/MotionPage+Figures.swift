internal import Movement
public import Reports

extension MotionPage {
  /// The drawings of the report as files: the angle over time.
  public func figures() -> [FigureFile] {
    guard let curve = content.curve, !curve.times.isEmpty else { return [] }
    return [curve.channel(of: result.movement.rawValue)].compactMap(\.self).map { channel in
      let drawing = AngleDrawing(result: result, curve: curve, channel: channel, language: language)
      return FigureFile(drawing.figure, millimetres: 180)
    }
  }
}
