public import Diagnostics
internal import Drawing
internal import Geometry
internal import Images
public import Movement
public import Platform
internal import Recordings

/// The frames of start, minimum, maximum and return as pictures with the joint and its angle drawn on them.
public struct ExtremePictures {
  /// The pictures, JPEG, by the names of values.
  public private(set) var pictures: [String: Data] = [:]
  /// The same as files of a result's folder.
  public var files: [(name: String, content: Data)] {
    pictures.sorted { $0.key < $1.key }.map { (name: $0.key + ".jpg", content: $0.value) }
  }
  /// Which values have no picture.
  public private(set) var findings: [Finding] = []

  /// Pictures are no wider, in pixels.
  private static let (width, quality) = (720, 82)

  /// The pictures of a result.
  ///
  /// - Parameters:
  ///   - curve: the angles over time.
  ///   - landmarks: the points that are drawn, where they are those of a picture.
  ///   - source: where the pictures come from.
  public init(
    _ result: MotionResult, _ curve: AngleCurve, _ landmarks: LandmarkSequence?, from source: FramePictureSource,
    _ language: Language
  ) throws {
    let typeface = try Typeface.installed()
    let overlay = JointOverlay(chain: BodyLines.chain(of: result.joint, result.side), typeface: typeface)
    let body = landmarks.map { FlatBody($0, result.movement) }
    let shown = Self.frames(result, curve)
    let pictures = source.pictures(of: curve, result.source.format)
    var drawn: [Int: Data?] = [:]
    // Ascending: a video is decoded once.
    for index in Set(shown.map(\.index)).sorted() {
      guard let image = try pictures.picture(index) else {
        drawn[index] = .some(nil)
        continue
      }
      let small = image.reduced(toWidth: Self.width)
      var canvas = Canvas(width: small.width, height: small.height, .night)
      try canvas.place(small, in: PixelArea(x: 0, y: 0, width: small.width, height: small.height))
      let degrees = curve.channel(of: result.movement.rawValue)?.filtered[index] ?? .nan
      let text = degrees.isFinite ? language.number(degrees, digits: 1) + "°" : nil
      if let body, body.isPicture {
        // Landmarks are pixels of the picture that the pose model saw; where that size is not stated, it is this one.
        let whole = body.size ?? Vector2(Double(image.width), Double(image.height))
        let scale = Vector2(Double(small.width), Double(small.height)) / whole
        try overlay.draw(body.frames[index], angle: text, on: &canvas) { $0 * scale }
      } else if let text {
        try canvas.label(text, at: [Double(small.width) / 2, Double(small.height) - 24], size: 24, typeface)
      }
      drawn[index] = try ImageFile.jpeg(canvas.image, quality: Self.quality)
    }
    guard drawn.isEmpty || drawn.values.contains(where: { $0 != nil }) else {
      throw MotionPictureError.none(path: source.path, found: .phrase("motion_no_such_frames"))
    }
    for frame in shown {
      if let picture = drawn[frame.index].flatMap(\.self) {
        self.pictures[frame.key] = picture
      } else {
        findings.append(
          Finding(
            .motionNoPicture,
            [
              "value": .term(frame.key, of: "motion_value"),
              "frame": .text(curve.names[frame.index].printable(limit: 40)),
            ]))
      }
    }
  }

  /// The frames of the values that stand in frames, as places in the curve.
  private static func frames(_ result: MotionResult, _ curve: AngleCurve) -> [(key: String, index: Int)] {
    result.quantities.filter(\.isSeen).compactMap { quantity in
      quantity.value?.frames.first.flatMap { curve.index(of: $0) }.map { (quantity.key, $0) }
    }
  }
}
