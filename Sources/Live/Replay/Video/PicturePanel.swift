internal import Drawing
import Feedback
import Geometry

/// Draws the camera's image with the detected markers.
struct PicturePanel {
  let layout: VideoLayout
  let typeface: Typeface
  let quarterTurns: Int
  let rules: FeedbackRules
  let book: Phrasebook

  func draw(_ scene: ReplayScene, on canvas: inout Canvas) throws {
    try canvas.place(scene.color, quarterTurns: quarterTurns, in: layout.picture)
    for marker in scene.detected {
      let look = scene.look(marker.id)
      let seen = look == .stray ? nil : scene.facts.markers.first { $0.id == marker.id }
      let corners = marker.corners.map(layout.place)
      try canvas.quad(corners, look, crossed: seen.map { $0.validDepth < rules.hints.markerDepth } ?? false)
      if look != .stray {
        let size = min(max(Int(0.45 * Quad.side(corners)), 12), 20)
        try canvas.label("\(marker.id)", at: corners.reduce(.zero, +) / 4, size: size, typeface)
      }
    }
    if scene.feedback.isVibrating { try frame(on: &canvas) }
    for (i, alert) in scene.feedback.alerts.sorted(by: { $0.rawValue < $1.rawValue }).enumerated() {
      try note("▲ " + book.text(for: alert), row: i, on: &canvas)
    }
  }

  /// A dashed frame around the picture while the phone vibrates.
  private func frame(on canvas: inout Canvas) throws(DrawingError) {
    let (left, top) = (Double(layout.picture.x) + 6, Double(layout.picture.y) + 6)
    let (right, bottom) = (left + Double(layout.picture.width) - 13, top + Double(layout.picture.height) - 13)
    try canvas.dashed(
      [[left, top], [right, top], [right, bottom], [left, bottom]], width: 8, length: 40, .orange)
  }

  /// A line of text on a dark ground at the top of the picture.
  private func note(_ text: String, row: Int, on canvas: inout Canvas) throws(DrawingError) {
    let (text, size) = try typeface.fit(text, width: layout.picture.width - 60, sizes: 14...20)
    let width = try typeface.width(of: text, size: size)
    let area = PixelArea(x: layout.picture.x + 18, y: layout.picture.y + 18 + 38 * row, width: width + 24, height: 32)
    try canvas.fill(area, .night)
    try canvas.text(text, at: [Double(area.x + 12), Double(area.y + 23)], size: size, typeface, .white)
  }
}
