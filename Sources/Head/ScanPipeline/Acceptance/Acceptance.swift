import DepthFilters
public import Diagnostics
import Files
public import Geometry
import Markers
public import Platform
import Reconstruction
public import Recordings
import Reports
public import Tracking
public import Workers

/// What `calvaria acceptance` was asked to do.
public struct AcceptanceOptions: Sendable {
  /// The recording of the board, how it is read, and the file of the board.
  public var recording: URL, reading = RecordingReading(), board: URL
  /// The length of the printed ruler by a steel rule, millimetres; nil where it was not measured.
  public var knownMm: Double?
  /// The phone, and the day.
  public var name: String, date: String
  /// The recording of a printed head, and the sheet with its true measures.
  public var head: (recording: URL, sheet: URL)?
  /// The number of threads; it changes no result.
  public var threads = 1

  /// Options with the defaults.
  public init(recording: URL, board: URL, name: String, date: String) {
    (self.recording, self.board, self.name, self.date) = (recording, board, name, date)
  }
}

/// What a lab does once for each phone: what a flat board, and a printed head where there is one, show of its sensor.
public struct Acceptance: Sendable {
  /// What the board shows.
  public let calibration: BoardCalibration
  /// The file that later scans take as their prior.
  public let device: DeviceFile
  /// What was judged, in order.
  public let lines: [AcceptanceLine]
  /// What the recordings' own checks say.
  public let findings: [Finding]
  /// The SHA-256 of what was read: files by their role, and `frames`.
  public let digests: [String: String]
  /// Whether the ruler was measured.
  public let isMeasured: Bool

  /// How well the size of a print is known: by a steel rule, metres (as `calvaria cap check` counts), and without one, relative
  /// (as a cap's print).
  static let reading = 0.0001
  static let unmeasured = TrackingOptions().printSigma

  /// The verdict on all of it: the worst.
  public var verdict: AcceptanceVerdict { lines.map(\.verdict).max() ?? .pass }

  /// Reads the recordings and judges the phone.
  ///
  /// - Throws: a `UserFacingError` where an input is unusable or the board's recording does not carry it.
  public static func run(
    _ options: AcceptanceOptions, progress: @escaping @Sendable (ScanProgress) -> Void = { _ in }
  ) throws -> Acceptance {
    let workers = Workers(count: options.threads)
    let cap = try CapFile.read(options.board)
    guard let board = cap.board else { throw AcceptanceError.noBoard(file: options.board.relativePath) }
    let scale = options.knownMm.map { $0 / (1000 * board.ruler) }
    if let scale, let known = options.knownMm, !(0.9...1.1).contains(scale) {
      throw AcceptanceError.wrongLength(foundMm: known, expectedMm: 1000 * board.ruler)
    }
    let opened = try Recording.open(options.recording, options.reading)
    let filtering = DepthFiltering(opened, workers: workers)
    let recording = opened.without(filtering)
    let views = try Reconstruction(HeadRecording(recording, cap: cap), workers: workers, progress: progress).detect()
    progress(ScanProgress(stage: .tracking, done: 0, total: 1))
    let calibration = try BoardCalibration(
      views.usable, corners: cap.boardCorners(scale: scale ?? 1)!,
      printSigma: scale == nil ? unmeasured : reading / board.ruler, workers: workers)
    let cameras = recording.frames[0].cameras
    let device = DeviceFile(
      name: options.name, date: options.date, colorSize: cameras.color.size, depthSize: cameras.depth.size,
      statedFocal: cameras.color.fx, statesLens: cameras.color.lens != nil, focal: calibration.focal,
      lens: calibration.lens, depthScale: calibration.depth.scale, depthField: calibration.depth.field,
      timeOffset: calibration.depth.timeOffset)
    var digests = ["frames": views.digest]
    digests["board"] = try Checksum.sha256(ofInput: options.board)
    let head = try options.head.map { try AcceptedHead($0, by: device, threads: options.threads, progress: progress) }
    digests["head"] = head?.digests["frames"]
    digests["sheet"] = try options.head.map { try Checksum.sha256(ofInput: $0.sheet) }
    return Acceptance(
      calibration: calibration, device: device,
      lines: AcceptanceLine.all(calibration, camera: cameras.color) + (head?.lines ?? []),
      findings: recording.findings + [filtering.reason?.with(severity: .warning)].compactMap(\.self) + filtering.notes
        + (head?.findings ?? []), digests: digests, isMeasured: scale != nil)
  }
}

/// A verdict, the better the smaller.
public enum AcceptanceVerdict: String, Sendable, CaseIterable, Comparable {
  /// As it should be.
  case pass
  /// Not as stated, but known well enough for the device file to make it good, or worth knowing.
  case attention
  /// Beyond what can be made good, or not known.
  case fail

  public static func < (a: Self, b: Self) -> Bool {
    allCases.firstIndex(of: a)! < allCases.firstIndex(of: b)!
  }
}

/// One thing that was judged.
public struct AcceptanceLine: Sendable, Equatable {
  /// Its key, by which catalogues and `acceptance.json` name it.
  public let key: String
  /// What distinguishes it from others of its key: distances in centimetres.
  public var at: ClosedRange<Double>?
  /// What was measured, in ``unit``; its interval where it is known.
  public let value: Estimate
  /// The unit, empty for a pure number, and the decimals to print.
  public let unit: String, decimals: Int
  /// How far it may be off for a pass, and at most, to be made good.
  public let tolerance, limit: Double
  /// The widest half of an interval that tells anything; nil where that is no matter.
  public var reach: Double?

  /// The verdict.
  public var verdict: AcceptanceVerdict {
    let off = abs(value.value)
    guard off.isFinite, off <= limit, reach.map({ value.halfWidth <= $0 }) ?? true else { return .fail }
    return off <= tolerance ? .pass : .attention
  }
}

extension AcceptanceLine {
  /// What a board shows. Limits and their reasons: Docs/guide/acceptance.md (The limits).
  static func all(_ board: BoardCalibration, camera: Camera) -> [AcceptanceLine] {
    let depth = board.depth
    let fixed = { (value: Double) in Estimate(value, ci95: nil) }
    let percent = { (ratio: Estimate) in Estimate(100 * (ratio.value - 1), sigma: 100 * ratio.sigma) }
    return [
      AcceptanceLine(
        key: "focal", value: percent(board.focal), unit: "%", decimals: 2, tolerance: 0.75, limit: 12, reach: 0.6),
      AcceptanceLine(
        key: "lens", value: lensEffect(board, camera), unit: "px", decimals: 1, tolerance: 1, limit: .infinity),
      AcceptanceLine(
        key: "depth_scale", value: percent(depth.scale), unit: "%", decimals: 2, tolerance: 1, limit: 3, reach: 1),
      AcceptanceLine(
        key: "depth_offset", value: depth.field[0].mapped { 1000 * $0 }, unit: "mm", decimals: 2, tolerance: 1.2,
        limit: 5,
        reach: 1.5),
      AcceptanceLine(
        key: "depth_field", value: fixed(1000 * depth.fieldDeviation), unit: "mm", decimals: 2, tolerance: 0.5,
        limit: 2),
    ]
      + depth.noise.map { noise in
        // What a TrueDepth camera has there (Docs/guide/phantom.md).
        let usual = 0.26 + 1.76 * pow((noise.distances.lowerBound + noise.distances.upperBound) / 2, 2)
        return AcceptanceLine(
          key: "depth_noise", at: (100 * noise.distances.lowerBound)...(100 * noise.distances.upperBound),
          value: noise.deviation.mapped { 1000 * $0 }, unit: "mm", decimals: 2, tolerance: 2 * usual, limit: 5 * usual)
      } + [
        AcceptanceLine(
          key: "time_offset", value: depth.timeOffset.mapped { 1000 * $0 }, unit: "ms", decimals: 1, tolerance: 5,
          limit: 45, reach: 10),
        AcceptanceLine(
          key: "corners", value: fixed(board.cornerSigma), unit: "px", decimals: 2, tolerance: 0.2, limit: 0.6),
        AcceptanceLine(
          key: "print", value: fixed(1000 * board.printMiss), unit: "mm", decimals: 2, tolerance: 0.3, limit: 1),
      ]
  }

  /// How far the lens moves the image at the middle of its longer sides, pixels, where the focal length makes up for nothing.
  private static func lensEffect(_ board: BoardCalibration, _ camera: Camera) -> Estimate {
    let r = Double(max(camera.width, camera.height)) / (2 * camera.fx)
    let effect = board.lens[0].value * pow(r, 3) + board.lens[1].value * pow(r, 5)
    // The same χ² says how well it is known.
    return Estimate(camera.fx * effect, ci95: nil)
  }
}

/// Why a phone can't be judged.
public enum AcceptanceError: UserFacingError, Equatable {
  /// The file describes a cap.
  case noBoard(file: String)
  /// The measured length is not that of the printed ruler.
  case wrongLength(foundMm: Double, expectedMm: Double)

  public var message: ErrorMessage {
    switch self {
    case .noBoard(let file): ErrorMessage(.acceptanceNoBoard, at: file)
    case .wrongLength(let found, let expected):
      ErrorMessage(
        .capCheckWrongLength, at: "--known-mm", nil,
        ["found": .exact(found, unit: "mm"), "length": .exact(expected, unit: "mm")])
    }
  }
}
