import ArgumentParser
import Diagnostics
import Foundation
internal import Files
import Phantom
import ScanPipeline
import Workers

/// `calvaria phantom`: writes a simulated recording with exact truth.
struct PhantomCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "phantom",
    abstract: "Simulate the recording of a capped head, with exact truth.",
    discussion: """
      Writes a folder in TUM layout with cap.yaml, simulated clicks (landmarks.json) and the truth (truth.json, \
      truth_surface.ply). Equal options make equal bytes. Options override the preset.
      """)

  @OptionGroup var place: NewFolderOptions

  @Option(
    name: .customLong("print"),
    help: ArgumentHelp(
      "In place of a recording: the head without its cap, to be printed in 3-D, mm; its measures go beside it (.yaml).",
      valueName: "file.stl"))
  var printed: String?

  @Option(help: "What to simulate: \(PhantomOptions.Preset.allCases.map(\.rawValue).joined(separator: ", ")).")
  var preset: PhantomOptions.Preset = .whole

  @Option(help: "Seed of everything random.")
  var seed: UInt64 = 1

  @Option(help: "Number of frames (default: 300).")
  var frames: Int?

  @Option(help: "Seconds from the first frame to the last; shorter means a faster camera (default: 20).")
  var duration: Double?

  @Option(help: "Subdivisions of the truth surface, 3 to 8; 6 has edges of 1.3 mm (default: 6).")
  var truthSubdivisions: Int?

  @Option(
    help: ArgumentHelp(
      "What goes wrong; may be given several times.",
      discussion: """
        slip@8=6 begins after 8 s, by 6°; part-slip@8=5x4 moves 4 markers by 5 mm. Without them, time and amount are the \
        usual ones. Faults:
        \(PhantomFault.Kind.allCases.map(\.line).joined(separator: "\n"))
        """, valueName: "name[@seconds][=amount[xmarkers]]"))
  var fault: [PhantomFault] = []

  @OptionGroup(title: "Head and cap")
  var head: HeadOptions

  @OptionGroup(title: "Sensor and movement")
  var sensor: SensorOptions

  @OptionGroup(title: "Neck (preset neck alone)")
  var neck: NeckMovementOptions

  @Flag(help: "Replace an earlier simulated recording in the output folder.")
  var force = false

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--threads", threads, in: 1...64)
    guard (place.chosen == nil) != (printed == nil) else {
      throw CallError.wrong(
        option: "--output, --print", expected: .phrase("one_of_them"),
        found: .phrase(place.chosen == nil ? "none" : "both_of_them")
      ).refusal
    }
    if printed != nil, PhantomOptions(preset: preset).isBoard {
      throw CallError.wrong(
        option: "--preset", expected: .text("whole"), found: .text(preset.rawValue)
      ).refusal
    }
  }

  func run() throws {
    narration.begin()
    let workers = Workers(count: threads)
    var options = try options()
    if let printed {
      (options.shape.capThickness, options.shape.capFolds) = (0, 0)
      let head = try PrintedHead(try PhantomRecording(options, workers: workers))
      for file in try head.write(to: .given(printed), force: force) { narration.tell(written: file.relativePath) }
    }
    guard let output = place.chosen else { return }
    let recording = try PhantomRecording(options, workers: workers)
    try Interruption().write {
      try OutputFolder(.given(output), holding: .phantom, force: force)
    } fill: {
      let bar = ProgressBar(.phantom, narration)
      defer { bar.finish() }
      let step = ScanProgress.counter(.simulation, of: recording.frameCount, bar.update)
      try PhantomWriter(recording).write(into: $0, workers: workers, progress: step)
    }
    let summary = Language.ofCall(
      "narration.simulated",
      [
        "path": .text(output.printable()), "frames": .count(recording.frameCount),
        "markers": .count(recording.markerCount),
      ])
    try Terminal.print(Terminal.page(summary + "\n"))
  }

  private func options() throws -> PhantomOptions {
    var options = PhantomOptions(preset: preset)
    try neck.apply(to: &options, preset)
    (options.seed, options.shape.seed) = (seed, seed)
    if let frames { options.frames = frames }
    if let duration { options.duration = duration }
    if let truthSubdivisions { options.truthSubdivisions = truthSubdivisions }
    options.faults = fault
    head.apply(to: &options)
    sensor.apply(to: &options)
    return options
  }
}

extension PhantomOptions.Preset: ExpressibleByArgument {}
extension PhantomFault: ExpressibleByArgument {
  public init?(argument: String) { self.init(argument) }
}

extension PhantomFault.Kind {
  /// The name, what it does and the usual amount.
  fileprivate var line: String {
    let traits = traits
    guard traits.hasAmount else { return rawValue + ": " + traits.summary }
    let amount = [traits.usual.formatted(), traits.unit].filter { !$0.isEmpty }.joined(separator: " ")
    return "\(rawValue): \(traits.summary) (\(amount))"
  }
}

extension HeadSide: ExpressibleByArgument {}

extension PhantomCommand {
  /// Options of the head and its cap; what is not given stays as the preset has it.
  struct HeadOptions: ParsableArguments {
    @Option(help: "Width of the head without ears, mm.")
    var widthMm: Double?

    @Option(help: "Length of the head without the nose, mm.")
    var lengthMm: Double?

    @Option(help: "Height from chin to crown, mm.")
    var heightMm: Double?

    @Option(help: "How deep the back is flattened, mm.")
    var flatMm: Double?

    @Option(help: "The flattened side: left or right.")
    var flatSide: HeadSide?

    @Option(help: "How far the forehead bulges on the flattened side, mm.")
    var bossMm: Double?

    @Option(help: "How far the flattened side is sheared forward, mm per mm.")
    var shear: Double?

    @Option(help: "Amplitude of the surface's random waves, mm.")
    var roughMm: Double?

    @Option(help: "Seed of sizes and places of nose and ears; the usual ones without it.")
    var faceSeed: UInt64?

    @Option(help: "Thickness of the cap, mm.")
    var capMm: Double?

    @Option(help: "Height of folds in the cap, mm.")
    var foldMm: Double?

    @Option(help: "Dictionary of the markers.")
    var dictionary: String?

    @Option(help: "Edge length of a marker, mm.")
    var markerMm: Double?

    @Option(help: "Number of markers on the cap.")
    var markers: Int?

    @Option(help: "How many of the markers are missing.")
    var missing: Int?

    @Flag(inversion: .prefixedNo, help: "A stray print on the torso (default: yes).")
    var stray: Bool?

    func apply(to options: inout PhantomOptions) {
      set(&options.shape.width, widthMm, 0.001)
      set(&options.shape.length, lengthMm, 0.001)
      set(&options.shape.height, heightMm, 0.001)
      set(&options.shape.flattening, flatMm, 0.001)
      set(&options.shape.bossing, bossMm, 0.001)
      set(&options.shape.shear, shear)
      set(&options.shape.roughness, roughMm, 0.001)
      set(&options.shape.capThickness, capMm, 0.001)
      set(&options.shape.capFolds, foldMm, 0.001)
      set(&options.markerSize, markerMm, 0.001)
      if let faceSeed { options.shape.faceSeed = faceSeed }
      if let flatSide { options.shape.flatSide = flatSide }
      if let dictionary { options.dictionary = dictionary }
      if let markers { options.markerCount = markers }
      if let missing { options.missingMarkers = missing }
      if let stray { options.stray = stray }
    }
  }

  /// Options of the sensor and of what moves; what is not given stays as the preset has it.
  struct SensorOptions: ParsableArguments {
    @Option(
      help:
        "How depth is measured: \(DepthModel.allCases.map(\.rawValue).joined(separator: ", ")) (default: truedepth).")
    var sensor: DepthModel?

    @Option(help: "Size of the colour image (default: 640x480; of preset neck 1280x960).")
    var colorSize: PixelSize?

    @Option(help: "Size of the depth image; the colour image's, or what goes with the sensor, without it.")
    var depthSize: PixelSize?

    @Option(help: "How far the depth camera stands to the right of the colour camera, mm.")
    var baselineMm: Double?

    @Option(help: "The colour camera's lens as OpenCV's k1[,k2[,p1[,p2]]], and that of depth in the same image.")
    var lens: Distortion?

    @Option(help: "The lens of a depth camera of its own.")
    var depthLens: Distortion?

    @Flag(help: "The intrinsics say nothing of the lenses.")
    var hideLens = false

    @Option(help: "Depth noise relative to a TrueDepth sensor.")
    var noise: Double?

    @Option(help: "Amplitude of the smooth depth bias, mm.")
    var biasMm: Double?

    @Option(help: "Constant depth bias, mm.")
    var offsetMm: Double?

    @Option(help: "Error of the stated focal length, per cent.")
    var focalErrorPercent: Double?

    @Option(help: "Depth beyond this is invalid, m.")
    var maximumDepthM: Double?

    @Option(help: "Frequency of holes relative to a TrueDepth sensor.")
    var holes: Double?

    @Option(help: "Exposure time of the colour image, ms.")
    var exposureMs: Double?

    @Option(help: "Quality of the colour JPEG, 1 to 100.")
    var jpegQuality: Int?

    @Option(help: "How unsteady the camera is held; 1 is usual.")
    var jitter: Double?

    @Option(help: "How much head, torso and hands move; 1 is usual.")
    var sway: Double?

    @Option(help: "Standard deviation of the simulated clicks, pixels.")
    var clickNoisePx: Double?

    func apply(to options: inout PhantomOptions) {
      cameras.apply(to: &options.sensor)
      set(&options.sensor.depthNoise, noise)
      set(&options.sensor.depthBias, biasMm, 0.001)
      set(&options.sensor.depthOffset, offsetMm, 0.001)
      set(&options.sensor.focalError, focalErrorPercent, 0.01)
      set(&options.sensor.maximumDepth, maximumDepthM)
      set(&options.sensor.holes, holes)
      set(&options.sensor.exposure, exposureMs, 0.001)
      set(&options.jitter, jitter)
      set(&options.sway, sway)
      set(&options.clickNoise, clickNoisePx)
      if let jpegQuality { options.sensor.jpegQuality = jpegQuality }
    }

    private var cameras: CameraChoice {
      var choice = CameraChoice()
      choice.colorSize = colorSize.map { ($0.width, $0.height) }
      choice.depthSize = depthSize.map { ($0.width, $0.height) }
      choice.baseline = baselineMm.map { $0 / 1000 }
      (choice.lens, choice.depthLens) = (lens?.coefficients, depthLens?.coefficients)
      (choice.statesLens, choice.model) = (!hideLens, sensor)
      return choice
    }
  }
}

extension PhantomCommand {
  /// Options of a head that moves on its neck; what is not given stays as the preset has it.
  struct NeckMovementOptions: ParsableArguments {
    @Option(help: "How far the head turns to either side, degrees (default: 110).")
    var neckRotationDeg: Double?

    @Option(help: "How far the head leans to either side, degrees (default: 70).")
    var neckLateralDeg: Double?

    @Option(help: "How far the head bends forwards and backwards, degrees (default: 0, which leaves it out).")
    var neckFlexionDeg: Double?

    @Option(help: "How often each movement is done (default: 3).")
    var neckRepeats: Int?

    @Option(help: "By how much the patch on the chest turns half-way through, degrees (default: 0).")
    var patchSlipDeg: Double?

    @Flag(inversion: .prefixedNo, help: "A printed patch on the chest (default: yes).")
    var torsoPatch: Bool?

    func apply(to options: inout PhantomOptions, _ preset: PhantomOptions.Preset) throws {
      guard var neck = options.neck else {
        let given = neckRotationDeg ?? neckLateralDeg ?? neckFlexionDeg ?? patchSlipDeg ?? neckRepeats.map(Double.init)
        guard given == nil, torsoPatch == nil else {
          let neck = PhantomOptions.Preset.neck.rawValue
          throw CallError.wrong(option: "--preset", expected: .text(neck), found: .text(preset.rawValue)).refusal
        }
        return
      }
      set(&neck.rotation, neckRotationDeg)
      set(&neck.lateral, neckLateralDeg)
      set(&neck.flexion, neckFlexionDeg)
      set(&neck.patchSlip, patchSlipDeg)
      if let neckRepeats { neck.repeats = neckRepeats }
      if let torsoPatch { neck.hasPatch = torsoPatch }
      options.neck = neck
      options.duration = neck.duration
      options.frames = Int(options.duration * PhantomOptions.neckRate) + 1
    }
  }
}

extension DepthModel: ExpressibleByArgument {}

/// A lens on the command line: up to four of OpenCV's coefficients, separated by commas.
struct Distortion: ExpressibleByArgument {
  let coefficients: [Double]

  init?(argument: String) {
    let parts = argument.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
    coefficients = parts.compactMap { $0 }.filter(\.isFinite)
    guard (1...4).contains(parts.count), coefficients.count == parts.count else { return nil }
  }
}

/// Sets a number that was given, in the unit that `scale` converts to SI.
private func set(_ target: inout Double, _ value: Double?, _ scale: Double = 1) {
  if let value { target = value * scale }
}
