import ArgumentParser
import Feedback
import Foundation

/// What a recording is made or replayed for: a scan, or movements of the neck.
struct NeckTaskOptions: ParsableArguments {
  @Option(
    help: """
      What the recording is for: neck guides through movements of the neck and counts them; by default a scan is steered.
      """)
  var task: GuidedTask?

  @Option(
    name: [.customLong("movement"), .customLong("direction")],
    help: "With --task neck: rotation, lateral or flexion, in place of rotation and lateral flexion after each other.")
  var movement: JointMovement?

  @Option(help: ArgumentHelp("With --task neck: how often each side is wanted.", valueName: "count"))
  var repeats: Int?

  func validate() throws {
    if let repeats { try CallError.require("--repeats", repeats, in: 1...100) }
    let options = [("--movement", movement != nil), ("--repeats", repeats != nil)]
    if task == nil, let given = options.first(where: { $0.1 }) {
      throw CallError.needs(option: given.0, needed: "--task neck").refusal
    }
    if movement == .abduction {
      throw CallError.wrong(
        option: "--movement", expected: .oneOf(JointMovement.ofNeck.reversed().map(\.rawValue)),
        found: .text("abduction")
      ).refusal
    }
  }

  /// Refuses options that only the scan of a head has.
  ///
  /// - Parameter options: names, and whether they were given.
  func refuse(ofScans options: [(String, Bool)]) throws {
    guard let task, let given = options.first(where: { $0.1 }) else { return }
    throw CallError.notFor(option: given.0, use: .phrase("scans_of_heads"), found: .text("--task " + task.rawValue))
      .refusal
  }

  /// The movements in place of those of the rules.
  var plan: [JointMovement]? { movement.map { [$0] } }

  /// These options, and those by which it is counted, as words of a command line; none for a scan.
  func words(with guidance: GuidanceOptions) -> [String] {
    guard let task else { return [] }
    let options = [
      ("--task", task.rawValue), ("--movement", movement?.rawValue), ("--repeats", repeats.map(String.init)),
      ("--feedback", guidance.feedback), ("--layout", guidance.layout),
      ("--turn", guidance.turn == 0 ? nil : String(guidance.turn)),
    ]
    return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}

extension GuidedTask: ExpressibleByArgument {}

/// What somebody is guided through other than a scan.
enum GuidedTask: String, CaseIterable {
  case neck
}
