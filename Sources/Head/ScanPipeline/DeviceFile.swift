public import Diagnostics
public import Files
public import Geometry
public import Platform
import Recordings
import Tracking

/// What the acceptance of a phone found of its sensor (`device.yaml`, Docs/formats/device.md).
public struct DeviceFile: Sendable, Equatable {
  /// The phone, and the day of its acceptance.
  public var name: String, date: String
  /// The sizes of its images in pixels.
  public var colorSize, depthSize: SIMD2<Int>
  /// The focal length that its recordings state, pixels, and whether they state a lens.
  public var statedFocal: Double, statesLens: Bool
  /// The true focal length over that.
  public var focal: Estimate
  /// What k₁ and k₂ are more than its recordings state.
  public var lens: [Estimate]
  /// The factor by which depth is too short, and what is added to it over the image, metres.
  public var depthScale: Estimate, depthField: [Estimate]
  /// How much later than its timestamps depth was taken, seconds; it is no prior, since it depends on the app as well.
  public var timeOffset: Estimate

  /// The file's name in the folder of an acceptance.
  public static let name = "device.yaml"
  static let schema = "calvaria/device/1"

  /// What a focal length may change from one recording to the next, relative, standard deviation. Derived: a lens of 2.7 mm
  /// that focuses as near as it must has 0.4 % more at 25 than at 40 cm; a fixed one changes less. The number itself is
  /// assumed.
  static let focus = 0.003
  /// What k₁ and k₂ may, standard deviations. Assumed: twice what a board leaves open.
  static let lensChange = [0.002, 0.006]
  /// What depth may change, standard deviations: of its scale, relative, and of each term of its field, metres. Assumed: a
  /// warm sensor drifts.
  static let (scaleDrift, fieldDrift) = (0.002, 0.0003)
  /// Other stated focal lengths than this, relative, are another camera's; phones that focus state what they have. Assumed.
  private static let mostFocalChange = 0.02

  /// What is known of a scan's sensor before it, with what may have changed since.
  var prior: SensorPrior {
    let wider = { (a: Double, b: Double) in (a * a + b * b).squareRoot() }
    return SensorPrior(
      focalSigma: wider(focal.sigma / focal.value, Self.focus),
      lensSigmas: zip(lens, Self.lensChange).map { wider($0.sigma, $1) },
      depthScale: Estimate(depthScale.value, sigma: wider(depthScale.sigma, Self.scaleDrift)),
      depthField: depthField.map { Estimate($0.value, sigma: wider($0.sigma, Self.fieldDrift)) })
  }

  /// A recording of the phone with its focal length and lens in place of the stated ones.
  ///
  /// - Throws: ``DeviceFileError`` where it is not of this phone.
  func applied(to recording: Recording, file: String) throws(DeviceFileError) -> Recording {
    let cameras = recording.frames[0].cameras
    let sizes = (cameras.color.size, cameras.depth.size)
    guard sizes == (colorSize, depthSize) else {
      throw .otherSize(file: file, stated: colorSize, depth: depthSize, found: sizes.0, foundDepth: sizes.1)
    }
    guard abs(cameras.color.fx / statedFocal - 1) <= Self.mostFocalChange else {
      throw .otherFocal(file: file, stated: statedFocal, found: cameras.color.fx)
    }
    guard (cameras.color.lens != nil) == statesLens else { throw .otherLens(file: file, isStated: !statesLens) }
    var calibration = SelfCalibration.none
    (calibration.focalScale, calibration.lens) = (focal, lens)
    return recording.with { calibration.corrected($0) }
  }
}

extension Camera {
  /// The image's width and height.
  var size: SIMD2<Int> { SIMD2(width, height) }
}

extension FileKind {
  /// A device file.
  fileprivate static let device = FileKind(unreadable: .deviceFileUnreadable, invalid: .deviceFileInvalid)
}

extension DeviceFile {
  /// Reads a file.
  public static func read(_ url: URL) throws(FileError) -> DeviceFile {
    try parse(FileKind.device.text(url.path), path: url.path)
  }

  /// The device that a text describes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(FileError) -> DeviceFile {
    let root = try FileNode(yaml: text, of: .device, file: path)
    try root.check(keys: [
      "schema", "name", "date", "image", "depth_image", "stated_focal_px", "stated_lens", "focal", "k1", "k2",
      "depth_scale", "depth_field_mm", "depth_field_sd_mm", "time_offset_ms",
    ])
    _ = try root["schema"].choice([schema])
    let date = try root["date"]
    guard let day = date.string, ScanDescription.isDate(day) else { throw date.fault(.phrase("day")) }
    let field = { (key: String, range: ClosedRange<Double>) throws(FileError) in
      try root[key].numbers(SensorPrior.fieldTerms, in: range)
    }
    let (values, sigmas) = (try field("depth_field_mm", -50...50), try field("depth_field_sd_mm", 1e-3...50))
    return DeviceFile(
      name: try root["name"].text(atMost: 80), date: day, colorSize: try size(root["image"]),
      depthSize: try size(root["depth_image"]), statedFocal: try root["stated_focal_px"].number(in: 10...100_000),
      statesLens: try root["stated_lens"].flag, focal: try estimate(root["focal"], 0.8...1.25, sd: 1e-6...0.1),
      lens: [
        try estimate(root["k1"], -1...1, sd: 1e-6...1), try estimate(root["k2"], -5...5, sd: 1e-6...5),
      ],
      depthScale: try estimate(root["depth_scale"], 0.8...1.25, sd: 1e-6...0.1),
      depthField: zip(values, sigmas).map { Estimate($0 / 1000, sigma: $1 / 1000) },
      timeOffset: try estimate(root["time_offset_ms"], -1000...1000, sd: 1e-6...1000).mapped { $0 / 1000 })
  }

  private static func estimate(
    _ node: FileNode, _ range: ClosedRange<Double>, sd: ClosedRange<Double>
  ) throws(FileError) -> Estimate {
    try node.check(keys: ["value", "sd"])
    return Estimate(try node["value"].number(in: range), sigma: try node["sd"].number(in: sd))
  }

  private static func size(_ node: FileNode) throws(FileError) -> SIMD2<Int> {
    let numbers = try node.numbers(2, in: 8...20_000)
    guard let x = Int(exactly: numbers[0]), let y = Int(exactly: numbers[1]) else {
      throw node.fault(.wholeNumber(8...20_000))
    }
    return SIMD2(x, y)
  }

  /// The file's text. Six decimals are finer than any of it is known.
  public var yaml: String {
    let number = { (value: Double) in NumberText.number(value, digits: 6) }
    let list = { (values: [Double]) in "[" + values.map { number(1000 * $0) }.joined(separator: ", ") + "]" }
    let estimate = { (value: Estimate) in "{value: \(number(value.value)), sd: \(number(max(value.sigma, 1e-6)))}" }
    return """
      schema: \(Self.schema)
      name: "\(name.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))"
      date: \(date)
      image: [\(colorSize.x), \(colorSize.y)]
      depth_image: [\(depthSize.x), \(depthSize.y)]
      stated_focal_px: \(number(statedFocal))
      stated_lens: \(statesLens)
      focal: \(estimate(focal))
      k1: \(estimate(lens[0]))
      k2: \(estimate(lens[1]))
      depth_scale: \(estimate(depthScale))
      depth_field_mm: \(list(depthField.map(\.value)))
      depth_field_sd_mm: \(list(depthField.map(\.sigma)))
      time_offset_ms: \(estimate(timeOffset.mapped { 1000 * $0 }))

      """
  }
}

/// Why a device file does not belong to a recording.
public enum DeviceFileError: UserFacingError, Equatable {
  /// Its images have another size.
  case otherSize(file: String, stated: SIMD2<Int>, depth: SIMD2<Int>, found: SIMD2<Int>, foundDepth: SIMD2<Int>)
  /// The recording states another focal length.
  case otherFocal(file: String, stated: Double, found: Double)
  /// The recording states a lens and the device's did not, or the other way round.
  case otherLens(file: String, isStated: Bool)

  public var message: ErrorMessage {
    let size = { (color: SIMD2<Int>, depth: SIMD2<Int>) in
      FindingValue.text("\(color.x) × \(color.y), \(depth.x) × \(depth.y)")
    }
    return switch self {
    case .otherSize(let file, let stated, let depth, let found, let foundDepth):
      ErrorMessage(
        .deviceFileOtherSize, at: file, nil, ["expected": size(stated, depth), "found": size(found, foundDepth)])
    case .otherFocal(let file, let stated, let found):
      ErrorMessage(
        .deviceFileOtherFocal, at: file, nil,
        [
          "expected": .number(stated, decimals: 1, unit: "px"), "found": .number(found, decimals: 1, unit: "px"),
        ])
    case .otherLens(let file, let isStated):
      ErrorMessage(
        .deviceFileOtherLens, at: file, nil, ["found": .phrase(isStated ? "a_lens" : "none")])
    }
  }
}
