public import Diagnostics
internal import Drawing
internal import Geometry
internal import Images
public import Movement
public import Platform
public import Replay

/// A video of a movement: the picture or a stick figure with the angle, the curve with a running cursor, and the repeats.
public struct MotionVideo {
  private let curve: AngleCurve
  private let channel: AngleCurve.Channel
  private let body: FlatBody?
  private let pictures: CurvePictures?
  private let language: Language
  private let panels: VideoPanels

  /// Frames that follow closer than this are left out, in seconds: videos of 30 frames a second are smooth.
  static let shortestStep = 1 / 31.0

  /// A video of a result; nil without any angle.
  ///
  /// - Parameters:
  ///   - curve: the angles over time.
  ///   - landmarks: the points that are drawn; nil for angles alone.
  ///   - source: where the pictures come from; without it the landmarks are drawn as a stick figure.
  public init?(
    _ result: MotionResult, _ curve: AngleCurve, _ landmarks: LandmarkSequence?, pictures source: FramePictureSource?,
    _ language: Language
  ) throws {
    guard let channel = curve.channel(of: result.movement.rawValue), !curve.times.isEmpty else { return nil }
    (self.curve, self.channel, self.language) = (curve, channel, language)
    pictures = source?.pictures(curve.names, curve.times, result.source.format)
    body = landmarks.map { FlatBody($0, result.movement) }
    panels = try VideoPanels(result, curve, channel, language)
  }

  /// Makes the video.
  ///
  /// - Parameter file: where it is written; it is whole when this returns.
  public func write(_ tool: VideoTool, to file: URL) throws {
    let encoder = try VideoEncoder(tool, width: VideoPanels.width, height: VideoPanels.height, to: file)
    let start = curve.times[0]
    var last = -Double.infinity
    for index in curve.times.indices {
      let time = curve.times[index] - start
      guard time - last >= Self.shortestStep || index == curve.times.count - 1 else { continue }
      last = time
      try encoder.add(try image(index), at: time)
    }
    try encoder.finish()
  }

  /// One frame of the video.
  func image(_ index: Int) throws -> ColorImage {
    var canvas = panels.ground
    let picture = try pictures?.picture(index)
    let degrees = channel.filtered[index]
    let angle = degrees.isFinite ? language.number(degrees, digits: 1) + "°" : nil
    try panels.body.draw(body, index, picture: picture, angle: angle, on: &canvas)
    try panels.numbers(index, angle: angle, on: &canvas)
    try panels.cursor(index, on: &canvas)
    return canvas.image
  }
}
