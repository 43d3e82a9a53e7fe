import ArgumentParser
import Diagnostics
import Foundation
import Outputs
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

  @Argument(help: "The folder to write.", completion: .directory)
  var output: String

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

  @Flag(help: "Replace an earlier simulated recording in the output folder.")
  var force = false

  @Option(help: "Threads; the result does not depend on it.")
  var threads = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    try CallError.require("--threads", threads, in: 1...64)
  }

  func run() throws {
    narration.begin()
    let workers = Workers(count: threads)
    let recording = try PhantomRecording(options(), workers: workers)
    try Interruption().write {
      try OutputFolder(.given(output), holding: .phantom, force: force)
    } fill: {
      let bar = narration.bar(.phantom)
      defer { bar.finish() }
      let step = ScanProgress.counter(.simulation, of: recording.frameCount, bar.update)
      try recording.write(into: $0, workers: workers, progress: step)
    }
    let summary = Language.ofCall(
      "narration.simulated",
      [
        "path": .text(output.printable()), "frames": .count(recording.frameCount),
        "markers": .count(recording.cap.markers.count),
      ])
    try Terminal.print(Terminal.page(summary + "\n"))
  }

  private func options() -> PhantomOptions {
    var options = PhantomOptions(preset: preset)
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
    let amount = traits.unit.isEmpty ? "" : " (\(traits.usual.formatted()) \(traits.unit))"
    return rawValue + ": " + traits.summary + amount
  }
}

extension HeadSide: ExpressibleByArgument {}
