/// What is said to guide somebody through movements, in one language.
public struct MovementPhrases: Sendable, Equatable {
  /// The language's code, as espeak-ng knows it.
  public let language: String
  let phrases: [String: String]

  /// The names of all that is said.
  static let keys: [String] =
    ["intro", "neutral", "hold", "middle", "held", "finished"]
    + MeasuringState.Trouble.allCases.map { "error_" + $0.rawValue }
    + JointMovement.ofNeck.reversed().flatMap { movement in
      movement.sides.flatMap {
        ["\(movement.rawValue)_\($0.rawValue)", "\(movement.rawValue)_then_\($0.rawValue)"]
      }
        + ["\(movement.rawValue)_done"]
    }

  /// Why a limb has no angle, where something else helps than to be seen better: by the names of `timeline.csv`.
  static let reasons = ["turned", "no_direction", "outside_picture", "sides_swapped", "sides_exchanged"]

  /// What is said about an event; nil for one that is not spoken of.
  public func text(for event: MovementEvent) -> String? {
    switch event.kind {
    case .state(.intro): phrases["intro"]
    case .state(.error(let trouble)): text(for: trouble, event.reason)
    case .state, .neutral, .middle: nil
    case .instruction(let instruction): text(for: instruction)
    case .hold: phrases["hold"]
    case .end(_, nil, let degrees, _, _): completed(degrees)
    case .end(_, _, _, _, let count): phrases["held"]?.replacing("{count}", with: "\(count)")
    case .done(let movement): phrases["\(movement.rawValue)_done"]
    case .finished: phrases["finished"]
    }
  }

  /// What is said of a trouble, and of what causes it where that has words of its own.
  private func text(for trouble: MeasuringState.Trouble, _ reason: String?) -> String? {
    reason.flatMap { phrases["unclear_" + $0] } ?? phrases["error_" + trouble.rawValue]
  }

  /// What is said of a limb's angle that was held, in degrees; nil where sides are counted.
  private func completed(_ degrees: Double) -> String? {
    phrases["completed"]?.replacing("{degrees}", with: "\(Int(degrees.rounded()))")
  }

  /// What is said of an instruction.
  public func text(for instruction: MovementInstruction) -> String {
    let key =
      switch instruction {
      case .neutral: "neutral"
      case .middle: "middle"
      case .limb(let movement): movement.rawValue
      case .side(let movement, let side, let isNext): "\(movement.rawValue)_\(isNext ? "then_" : "")\(side.rawValue)"
      }
    return phrases[key] ?? ""
  }

  /// What is written while a state lasts: its trouble, or the instruction that holds.
  public func prompt(_ feedback: MovementFeedback) -> String {
    switch feedback.state {
    case .intro: phrases["intro"] ?? ""
    case .error(let trouble): text(for: trouble, feedback.reason) ?? ""
    case .completed(let degrees) where phrases["completed"] != nil: completed(degrees) ?? ""
    case .measuring, .completed:
      feedback.instruction.map(text(for:)) ?? phrases["finished"] ?? ""
    }
  }
}
