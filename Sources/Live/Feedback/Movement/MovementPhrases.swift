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

  /// What is said about an event; nil for one that is not spoken of.
  public func text(for event: MovementEvent) -> String? {
    switch event.kind {
    case .state(.intro): phrases["intro"]
    case .state(.error(let trouble)): phrases["error_" + trouble.rawValue]
    case .state, .neutral, .middle: nil
    case .instruction(let instruction): text(for: instruction)
    case .hold: phrases["hold"]
    case .end(_, nil, let degrees, _, _): completed(degrees)
    case .end(_, _, _, _, let count): phrases["held"]?.replacing("{count}", with: "\(count)")
    case .done(let movement): phrases["\(movement.rawValue)_done"]
    case .finished: phrases["finished"]
    }
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
    case .error(let trouble): phrases["error_" + trouble.rawValue] ?? ""
    case .completed(let degrees) where phrases["completed"] != nil: completed(degrees) ?? ""
    case .measuring, .completed:
      feedback.instruction.map(text(for:)) ?? phrases["finished"] ?? ""
    }
  }
}
