internal import Drawing
internal import Geometry
internal import Images
internal import Movement

/// Where in a frame of a video the body stands, with the angle of its joint. It begins at the frame's upper left.
struct BodyPanel {
  let area: PixelArea
  let overlay: JointOverlay

  /// The picture of a frame with the joint, else the points as a stick figure.
  ///
  /// - Parameters:
  ///   - angle: as text; nil where the frame does not count.
  ///   - paint: the colour of the limb.
  func draw(
    _ body: FlatBody?, _ index: Int, picture: ColorImage?, angle: String?, _ paint: Paint = .orange,
    on canvas: inout Canvas
  ) throws {
    if let picture {
      let place = fit(Double(picture.width), Double(picture.height))
      try canvas.place(picture, in: place)
      guard let body, body.isPicture else { return }
      let whole = body.size ?? Vector2(Double(picture.width), Double(picture.height))
      let scale = Vector2(Double(place.width), Double(place.height)) / whole
      try overlay.draw(body.frames[index], angle: angle, paint, on: &canvas) {
        Vector2(Double(place.x), Double(place.y)) + $0 * scale
      }
      return
    }
    guard let body, let bounds = body.bounds else { return }
    let extent = bounds.high - bounds.low
    let room = Vector2(Double(area.width), Double(area.height)) - 120
    let scale = min(room.x / max(extent.x, 1e-9), room.y / max(extent.y, 1e-9))
    let middle = Vector2(Double(area.width), Double(area.height)) / 2
    try overlay.draw(body.frames[index], angle: angle, paint, on: &canvas) {
      middle + ($0 - (bounds.low + bounds.high) / 2) * scale
    }
  }

  /// Where a picture stands in its panel, in proportion.
  private func fit(_ width: Double, _ height: Double) -> PixelArea {
    let scale = min(Double(area.width) / width, Double(area.height) / height)
    let size = (max(1, Int(width * scale)), max(1, Int(height * scale)))
    return PixelArea(x: (area.width - size.0) / 2, y: (area.height - size.1) / 2, width: size.0, height: size.1)
  }
}
