public import Diagnostics
internal import Drawing
internal import Feedback
internal import Geometry
internal import Images
public import Movement
public import Platform
internal import Recordings
internal import Replay

/// The frames of start, minimum, maximum and return as pictures with the joint and its angle drawn on them.
public struct ExtremePictures {
  /// The pictures, JPEG, by the names of values.
  public private(set) var pictures: [String: Data] = [:]
  /// The pictures as files of a result's folder.
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
    let overlay = JointOverlay(DrawnAngle(result.joint, result.movement, result.side), typeface: typeface)
    let body = landmarks.map { FlatBody($0, result.movement) }
    let shown = Self.frames(result, curve)
    let pictures = source.pictures(curve.names, curve.times, result.source.format)
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

/// Which points of a body are joined by lines.
enum BodyLines {
  /// The lines of a stick figure.
  static let all: [(BodyPoint, BodyPoint)] =
    [(.leftShoulder, .rightShoulder), (.leftHip, .rightHip)]
    + [
      [.leftShoulder, .leftHip, .leftKnee, .leftAnkle, .leftToe],
      [.rightShoulder, .rightHip, .rightKnee, .rightAnkle, .rightToe],
      [.leftShoulder, .leftElbow, .leftWrist], [.rightShoulder, .rightElbow, .rightWrist],
      [.leftEar, .nose, .rightEar], [.leftEar, .rightEar],
    ].flatMap { (chain: [BodyPoint]) in Array(zip(chain, chain.dropFirst())) }
}

/// The points of a body in a plane, frame by frame: as a picture has them, or as they are seen from the side or from the front.
struct FlatBody {
  /// The points of each frame; those that are missing are absent.
  let frames: [[BodyPoint: Vector2]]
  /// Whether they are pixels of a picture, of a size that may be known.
  let isPicture: Bool
  let size: Vector2?

  /// The points of a sequence.
  ///
  /// - Parameter movement: in whose plane points in space are looked at.
  init(_ sequence: LandmarkSequence, _ movement: JointMovement) {
    isPicture = sequence.space.isFlat
    if case .picture(let width?, let height?) = sequence.space { size = [width, height] } else { size = nil }
    let axes = isPicture ? nil : Self.axes(sequence, movement)
    frames = sequence.times.indices.map { i in
      sequence.tracks.reduce(into: [:]) { points, pair in
        let place = pair.value.positions[i]
        guard place.x.isFinite, place.y.isFinite, place.z.isFinite else { return }
        points[pair.key] = axes.map { [place.dot($0.across), place.dot($0.down)] } ?? [place.x, place.y]
      }
    }
  }

  /// The axes of a view from the subject's right side, or from the front: the mean of all frames.
  private static func axes(_ sequence: LandmarkSequence, _ movement: JointMovement) -> (across: Vector3, down: Vector3)
  {
    let track = { (point: BodyPoint) in sequence.tracks[point]?.positions ?? [] }
    let mean = { (from: [Vector3], to: [Vector3]) -> Vector3 in
      zip(from, to).map { $1 - $0 }.filter { $0.x.isFinite && $0.y.isFinite && $0.z.isFinite }.reduce(.zero, +)
    }
    let down = mean(track(.leftShoulder), track(.leftHip)) + mean(track(.rightShoulder), track(.rightHip))
    let right = mean(track(.leftHip), track(.rightHip))
    guard down.length > 0, right.length > 0 else { return ([1, 0, 0], [0, -1, 0]) }
    let (d, r) = (down.normalized, (right - down.normalized * right.dot(down.normalized)).normalized)
    // Seen from the front, the subject's right is at the picture's left.
    return movement == .abduction ? (-r, d) : (r.cross(d), d)
  }

  /// The box that holds every point of all frames.
  var bounds: (low: Vector2, high: Vector2)? {
    var box: (low: Vector2, high: Vector2)?
    for point in frames.lazy.flatMap(\.values) {
      box = box.map { (pointwiseMin($0.low, point), pointwiseMax($0.high, point)) } ?? (point, point)
    }
    return box
  }
}

/// Draws a body's points and the angle of its joint.
struct JointOverlay {
  /// Where the angle is; nil where no landmarks show it.
  let angle: DrawnAngle?
  let typeface: Typeface

  init(_ angle: DrawnAngle?, typeface: Typeface) { (self.angle, self.typeface) = (angle, typeface) }

  /// Draws the body in a frame.
  ///
  /// - Parameters:
  ///   - place: where a point of the body stands on the canvas.
  ///   - text: the angle as text; nil where the frame does not count, and only the thin lines are drawn.
  ///   - paint: the colour of the limb.
  func draw(
    _ points: [BodyPoint: Vector2], angle text: String?, _ paint: Paint = .orange, on canvas: inout Canvas,
    place: (Vector2) -> Vector2
  ) throws(DrawingError) {
    for (a, b) in BodyLines.all {
      guard let a = points[a], let b = points[b] else { continue }
      try canvas.line([place(a), place(b)], width: 2, .gray)
    }
    guard let angle else { return }
    let joint = angle.points.compactMap { points[$0] }.map(place)
    guard joint.count == 3 else { return }
    try canvas.outlined(joint, width: 4, paint)
    for point in joint { try canvas.polygon(Self.disc(point, 6), .skyBlue) }
    guard let text else { return }
    let arc = Self.arc(joint, from: angle.zero)
    if arc.count > 1 { try canvas.outlined(arc, width: 2, .yellow) }
    let away = joint[1] - (joint[0] + joint[2]) / 2
    let way = away.length > 1 ? away / away.length : Vector2(1, 0)
    try canvas.label(text, at: joint[1] + way * 44, size: 24, typeface)
  }

  /// From where the second segment is at zero to where it is.
  private static func arc(_ joint: [Vector2], from zero: DrawnZero) -> [Vector2] {
    let (held, v) = (joint[1] - joint[0], joint[2] - joint[1])
    let across = Vector2(held.y, -held.x)
    let u: Vector2 =
      switch zero {
      case .onwards: held
      case .back: -held
      case .square: across.x * v.x + across.y * v.y < 0 ? -across : across
      }
    let radius = 0.35 * min(u.length, v.length)
    let (from, turn) = (atan2(u.y, u.x), atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y))
    let steps = max(1, Int(abs(turn) * 12))
    guard radius > 4 else { return [] }
    return (0...steps).map { step in
      let at = from + turn * Double(step) / Double(steps)
      return joint[1] + Vector2(cos(at), sin(at)) * radius
    }
  }

  private static func disc(_ centre: Vector2, _ radius: Double) -> [Vector2] {
    (0..<16).map { centre + Vector2(cos(Double($0) * .pi / 8), sin(Double($0) * .pi / 8)) * radius }
  }
}
