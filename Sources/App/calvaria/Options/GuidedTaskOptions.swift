import ArgumentParser
import Diagnostics
import Feedback
import Foundation
import Movement

/// What a recording is made or replayed for: a scan, movements of the neck, or a movement of a limb's joint.
struct GuidedTaskOptions: ParsableArguments {
  @Option(
    help: """
      What it is for: neck guides through movements of the neck and counts them; shoulder, elbow, hip, knee or ankle guides \
      through a movement of that joint, by landmarks. By default a scan is steered.
      """)
  var task: MotionJoint?

  @Option(
    help: """
      With --task: what the joint does. Of the neck rotation, lateral or flexion, in place of rotation and lateral flexion after \
      each other; of a limb as for motion.
      """)
  var movement: JointMovement?

  @Option(help: ArgumentHelp("With --task: how often each end is wanted.", valueName: "count"))
  var repeats: Int?

  @Option(help: "With --task of a limb: the subject's side, left or right.")
  var side: BodySide?

  @Option(help: "With --task of a limb: how the camera saw the subject, frontal or lateral; needed in a picture.")
  var view: MotionView?

  @Option(
    help: """
      With --task of a limb: which way it turns in the picture while the angle grows, clockwise or anticlockwise; by default told \
      from the landmarks.
      """)
  var direction: MotionDirection?

  /// The limb that is measured; nil for the neck and for a scan.
  var limb: MotionJoint? { task == .neck ? nil : task }

  func validate() throws {
    if let repeats { try CallError.require("--repeats", repeats, in: 1...100) }
    let ofLimbs = [("--side", side != nil), ("--view", view != nil), ("--direction", direction?.turn != nil)]
    let ofAll = [
      ("--movement", movement != nil), ("--direction", direction?.movement != nil), ("--repeats", repeats != nil),
    ]
    switch task {
    case nil:
      if let given = (ofAll + ofLimbs).first(where: \.1) {
        throw CallError.needs(option: given.0, needed: "--task").refusal
      }
    case .neck?:
      if let given = ofLimbs.first(where: \.1) {
        throw CallError.notFor(option: given.0, use: .phrase("body_landmarks"), found: .text("--task neck")).refusal
      }
      if let movement, !JointMovement.ofNeck.contains(movement) {
        throw wrong(movement, JointMovement.ofNeck.reversed())
      }
      if let movement, let earlier = direction?.movement, movement != earlier {
        throw CallError.wrong(option: "--direction", expected: .text(movement.rawValue), found: .text(earlier.rawValue))
          .refusal
      }
    case let joint?:
      guard side != nil else {
        throw CallError.wrong(
          option: "--side", expected: .oneOf(BodySide.allCases.map(\.rawValue)), found: .phrase("none")
        ).refusal
      }
      if let earlier = direction?.movement {
        throw CallError.wrong(
          option: "--direction", expected: .oneOf(MotionDirection.allValueStrings), found: .text(earlier.rawValue)
        ).refusal
      }
      let known = JointMovement.allCases.filter { JointGuidance.keys.contains("\(joint.rawValue)_\($0.rawValue)") }
      if let movement, !known.contains(movement) { throw wrong(movement, known) }
    }
  }

  private func wrong(_ movement: JointMovement, _ known: [JointMovement]) -> ValidationError {
    CallError.wrong(option: "--movement", expected: .names(known.map(\.rawValue)), found: .text(movement.rawValue))
      .refusal
  }

  /// Refuses options that only the scan of a head has.
  ///
  /// - Parameter options: names, and whether they were given.
  func refuse(ofScans options: [(String, Bool)]) throws {
    guard let task, let given = options.first(where: \.1) else { return }
    throw CallError.notFor(option: given.0, use: .phrase("scans_of_heads"), found: .text("--task " + task.rawValue))
      .refusal
  }

  /// Refuses options of recordings of a cap where a limb is measured, and those of landmarks where none is.
  func refuse(ofCaps caps: [(String, Bool)], ofLandmarks options: [(String, Bool)]) throws {
    if let limb {
      guard let given = caps.first(where: \.1) else { return }
      throw CallError.notFor(
        option: given.0, use: .phrase("recordings_of_caps"), found: .text("--task " + limb.rawValue)
      ).refusal
    }
    guard let given = options.first(where: \.1) else { return }
    throw CallError.needs(option: given.0, needed: "--task \(MotionJoint.knee.rawValue)").refusal
  }

  /// The movements of the neck in place of those of the rules.
  var plan: [JointMovement]? { (movement ?? direction?.movement).map { [$0] } }

  /// The movement of a limb; nil where none is measured.
  ///
  /// - Parameter isMirrored: whether the pictures are mirrored.
  func limbTask(isMirrored: Bool) throws -> MotionTask? {
    guard let limb, let side else { return nil }
    let turn = isMirrored ? direction?.turn?.opposite : direction?.turn
    return try MotionTask(limb, side, view: view, movement: movement, direction: turn)
  }

  /// Somebody who is guided through a movement of a limb, with the words and the language of it.
  ///
  /// - Parameter path: what the landmarks are called in errors.
  func guided(
    _ task: MotionTask, _ guidance: GuidanceOptions, isFlexionNegative: Bool? = nil, path: String
  ) throws -> (limb: GuidedLimb, book: MovementPhrases, language: Language) {
    let rules = try guidance.feedbackFile.map { try JointGuidance.find($0.path) } ?? .standard
    let book = try rules.phrasebook(guidance.phrases, task.joint.rawValue, task.movement)
    guard
      let limb = GuidedLimb(task, rules, repeats: repeats, isFlexionNegative: isFlexionNegative, path: path)
    else { throw MotionError.noSuchMovement(joint: task.joint, movement: task.movement) }
    return (limb, book, Language(rawValue: book.language) ?? .english)
  }

  /// These options, and those by which it is counted, as words of a command line; none for a scan.
  func words(with guidance: GuidanceOptions) -> [String] {
    guard let task else { return [] }
    let options = [
      ("--task", task.rawValue), ("--movement", plan?.first?.rawValue), ("--repeats", repeats.map(String.init)),
      ("--side", side?.rawValue), ("--view", view?.rawValue), ("--direction", direction?.turn?.rawValue),
      ("--feedback", guidance.feedback), ("--layout", guidance.layout),
      ("--turn", guidance.turn == 0 ? nil : String(guidance.turn)),
    ]
    return options.flatMap { name, value in value.map { [name, $0] } ?? [] }
  }
}
