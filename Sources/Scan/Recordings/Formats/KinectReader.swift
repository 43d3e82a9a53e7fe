internal import Diagnostics
import Geometry
internal import Files
import Platform

/// An Azure Kinect's recording by k4arecorder: a Matroska file with tracks COLOR and DEPTH (16-bit grey, big-endian,
/// millimetres) and the device's calibration as an attached file. Depth is in its own camera's image.
struct KinectReader: RecordingReader {
  static let signature = FindingValue.phrase("kinect_files")
  let index: RecordingIndex
  private let calibration: KinectCalibration
  private let file: String

  static let ending: String? = "mkv"

  init(_ place: RecordingPlace) throws(RecordingError) {
    file = place.file ?? ""
    try Self.requireWhole(place, file)
    let video = try VideoFile(place.folder, file, .matroska, path: place.programs)
    let deep = video.tracks.filter { $0.pixels.hasPrefix("gray16") }
    guard let depth = deep.first(where: { $0.title == "DEPTH" }) ?? (deep.count == 1 ? deep[0] : nil),
      let color = video.tracks.first(where: { !$0.pixels.hasPrefix("gray") }), !color.frames.isEmpty,
      !depth.frames.isEmpty
    else {
      let found = video.tracks.map { "\($0.title) \($0.codec) \($0.pixels)" }
      throw .noDepthTrack(file: file, found: found.isEmpty ? .phrase("none") : .names(found))
    }
    calibration = try KinectCalibration(Data(video.attachment(limit: RecordingFolder.indexLimit)), file: file)
    let container = VideoContainer([VideoPictures(video, color, .color), VideoPictures(video, depth, .depth)])
    let file = file
    let images = { (track: VideoTrack, kind: Int) in
      track.frames.enumerated().map { number, frame in
        TimedImage(
          name: "\(number)", time: frame.time,
          image: container.image(number, track: kind, name: "\(file) (\(kind == 0 ? "COLOR" : "DEPTH") \(number))"))
      }
    }
    let streams = ImageStreams(color: images(color, 0), depth: images(depth, 1))
    for stream in [streams.color, streams.depth] { try ImageStreams.requireOrder(stream, file: file) }
    var index = try streams.paired(place.folder)
    index.container = container
    self.index = index
  }

  /// ffmpeg reads what there is of a file that was cut, and says nothing.
  private static func requireWhole(_ place: RecordingPlace, _ file: String) throws(RecordingError) {
    var first = FileBytes()
    guard let size = RecordingFolder.size(of: place.url),
      first.read(place.url.path(percentEncoded: false), offset: 0, size: min(size, MatroskaLength.enough)),
      let whole = MatroskaLength.stated(Array(first.content))
    else { return }
    guard size >= whole else {
      throw .badIndex(file: file, line: nil, expected: .phrase("whole_file"), found: .phrase("end_of_file"))
    }
  }

  func cameras(sizes: ImageSizes, findings: inout [Finding]) throws(RecordingError) -> [CameraPair] {
    let pair = try calibration.cameras(sizes, file: file)
    return [CameraPair](repeating: pair, count: index.pairs.count)
  }
}

/// The calibration that an Azure Kinect carries, for all of its modes.
struct KinectCalibration {
  private let color, depth: Lens14
  private let colorFromDepth: RigidTransform

  /// The greatest error of a lens as a polynomial, root mean square along the radius, pixels. Real ones: 0.002 of depth with
  /// a narrow field of view, 0.02 to 0.04 of wide colour images, 0.16 of 2048 × 1536 pixels, whose corners are farther out.
  private static let largestMisfit = 0.2

  /// How far the lenses may move a place, in the longer side of the image: those of real devices move the corners of depth
  /// with a narrow field of view by a third of it.
  private static let largestShift = 0.5

  /// One camera as the file has it.
  private struct Entry: Decodable {
    struct Intrinsics: Decodable {
      let parameters: [Double]
      private enum CodingKeys: String, CodingKey { case parameters = "ModelParameters" }
    }

    struct Pose: Decodable {
      let rotation, translation: [Double]
      private enum CodingKeys: String, CodingKey { case rotation = "Rotation", translation = "Translation" }
    }

    let intrinsics: Intrinsics
    let purpose: String
    let pose: Pose
    private enum CodingKeys: String, CodingKey { case intrinsics = "Intrinsics", purpose = "Purpose", pose = "Rt" }
  }

  private struct Content: Decodable {
    struct Information: Decodable {
      let cameras: [Entry]
      private enum CodingKeys: String, CodingKey { case cameras = "Cameras" }
    }

    let information: Information
    private enum CodingKeys: String, CodingKey { case information = "CalibrationInformation" }
  }

  /// cx, cy, fx, fy in widths and heights of the sensor, k₁ … k₆, the centre of the lens, p₂, p₁.
  private struct Lens14 {
    let values: [Double]

    var tangential: Vector2 { [values[13], values[12]] }

    /// Where the lens shows a radius at depth 1: a ratio of polynomials.
    func seen(_ r: Double) -> Double {
      let s = r * r
      return r * (1 + s * (values[4] + s * (values[5] + s * values[6])))
        / (1 + s * (values[7] + s * (values[8] + s * values[9])))
    }

    /// Coefficients of a polynomial that follows the lens as far as it shows anything in the image; nil where none does.
    ///
    /// - Parameters:
    ///   - corner: the farthest radius in the image, at depth 1.
    ///   - misfit: the greatest error, root mean square along the radius, pixels.
    func radial(upTo corner: Double, focal: Double, misfit: Double) -> [Double]? {
      // Lenses of wide fields of view never reach the corner: nothing is seen there.
      guard let farthest = (1...3000).lazy.map({ corner * Double($0) / 1000 }).first(where: { seen($0) >= corner })
      else { return nil }
      let samples = (1...200).map { k in
        let radius = farthest * Double(k) / 200
        return (ideal: radius * focal, seen: seen(radius) * focal)
      }
      guard
        let lens = Lens.fitted(samples, centre: .zero, farthest: farthest * focal, focal: focal, terms: 8)?.lens
      else { return nil }
      let errors = samples.map { lens.distorted([$0.ideal / focal, 0]).x * focal - $0.seen }
      return RobustStatistics.rms(errors) < misfit ? (0..<8).map { lens.radial[$0] } : nil
    }
  }

  init(_ data: Data, file: String) throws(RecordingError) {
    let content: Content
    // The device pads its text with zeros.
    let text = data.prefix { $0 != 0 }
    do throws(JSONText.Fault) { content = try JSONText.decode(Content.self, from: Data(text)) } catch {
      throw .badIndex(file: file, line: nil, expected: .phrase("kinect_calibration"), found: error.found)
    }
    let cameras = content.information.cameras
    func camera(_ purpose: String) throws(RecordingError) -> (lens: Lens14, pose: RigidTransform) {
      guard let entry = cameras.first(where: { $0.purpose == "CALIBRATION_CameraPurpose" + purpose }),
        entry.intrinsics.parameters.count >= 14, entry.pose.rotation.count == 9, entry.pose.translation.count == 3
      else {
        throw .badIndex(
          file: file, line: nil, expected: .phrase("kinect_calibration"), found: .phrase("something_else"))
      }
      let (m, t, p) = (entry.pose.rotation, entry.pose.translation, entry.intrinsics.parameters)
      let rows = [m[0], m[1], m[2], t[0], m[3], m[4], m[5], t[1], m[6], m[7], m[8], t[2], 0, 0, 0, 1]
      guard p.allSatisfy(\.isFinite), p[10] == 0, p[11] == 0, let pose = RigidTransform(rowMajor: rows),
        pose.translation.length < 0.5
      else {
        throw .badIndex(
          file: file, line: nil, expected: .phrase("kinect_calibration"), found: .phrase("something_else"))
      }
      return (Lens14(values: p), pose)
    }
    let (first, second) = (try camera("PhotoVideo"), try camera("Depth"))
    (color, depth) = (first.lens, second.lens)
    // Each pose leads from the reference, the depth camera, to the camera.
    colorFromDepth = first.pose * second.pose.inverse
  }

  /// The cameras of images of these sizes: images are parts of what the calibration describes (the SDK's modes).
  func cameras(_ sizes: ImageSizes, file: String) throws(RecordingError) -> CameraPair {
    let (wide, high) = (sizes.color.width, sizes.color.height)
    // Colour is calibrated for 4:3; wider images are cut at top and bottom.
    let full = Double(wide) * 3 / 4
    let mode: (sensor: Double, left: Double, top: Double)
    switch (sizes.depth.width, sizes.depth.height) {
    case (640, 576): mode = (1024, 192, 180)
    case (320, 288): mode = (512, 96, 90)
    case (512, 512): mode = (512, 0, 0)
    case (1024, 1024): mode = (1024, 0, 0)
    default:
      throw .badIntrinsics(file: file, expected: .phrase("kinect_mode"), found: .text("\(sizes.depth)"))
    }
    return CameraPair(
      color: try camera(
        color, sizes.color, sensor: [Double(wide), full], offset: [0, (full - Double(high)) / 2], file),
      depth: try camera(
        depth, sizes.depth, sensor: [mode.sensor, mode.sensor], offset: [mode.left, mode.top], file),
      colorFromDepth: colorFromDepth)
  }

  private func camera(
    _ lens: Lens14, _ size: ImageSize, sensor: Vector2, offset: Vector2, _ file: String
  ) throws(RecordingError) -> Camera {
    let p = lens.values
    // Counted from the sensor's corner, where pixel centres are at halves.
    var camera = Camera(
      width: size.width, height: size.height, fx: p[2] * sensor.x, fy: p[3] * sensor.y,
      cx: p[0] * sensor.x - offset.x - 0.5, cy: p[1] * sensor.y - offset.y - 0.5)
    if p[4...].contains(where: { $0 != 0 }) {
      let focal = (camera.fx + camera.fy) / 2
      let (across, down) = (
        max(camera.cx, Double(size.width) - camera.cx), max(camera.cy, Double(size.height) - camera.cy)
      )
      let corner = Vector2(across, down).length
      guard let radial = lens.radial(upTo: corner / focal, focal: focal, misfit: Self.largestMisfit) else {
        throw .wideLens(file: file, size: "\(size)", misfit: Self.largestMisfit)
      }
      camera.lens = Lens(radial: radial, tangential: lens.tangential)
    }
    try Intrinsics.require(camera, size: size, file: file, shift: Self.largestShift)
    return camera
  }
}
