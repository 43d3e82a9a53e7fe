import Diagnostics
internal import Files
public import Platform

/// What somebody is asked to do.
public enum MovementInstruction: Sendable, Equatable {
  /// To look ahead and hold still, so that the neutral pose is known.
  case neutral
  /// To move to a side; next after the other side, or from the middle.
  case side(JointMovement, GuidedSide, isNext: Bool)
  /// To come back.
  case middle(JointMovement)
  /// To move a limb's joint as far as it goes, and stay.
  case limb(JointMovement)

  /// A name for files.
  public var name: String {
    switch self {
    case .neutral: "neutral"
    case .side(let movement, let side, _): "\(movement.rawValue)_\(side.rawValue)"
    case .middle(let movement): "\(movement.rawValue)_middle"
    case .limb(let movement): movement.rawValue
    }
  }
}

/// Something that is told, or that changes what is told, while somebody is guided.
public struct MovementEvent: Sendable, Equatable {
  /// What happens.
  public enum Kind: Sendable, Equatable {
    /// The measurement comes to another state, or stays in one that has a prompt, which is told again.
    case state(MeasuringState)
    /// The neutral pose is known.
    case neutral
    /// Somebody is asked to do something, or asked again.
    case instruction(MovementInstruction)
    /// Somebody comes to rest at a side, and is asked to stay.
    case hold(JointMovement, GuidedSide)
    /// An end was held: its angle in degrees, a size where it has a side, its colour, the how many-th of its side. A limb's has none.
    case end(JointMovement, GuidedSide?, degrees: Double, TrafficLight, count: Int)
    /// The head is back and at rest.
    case middle(JointMovement)
    /// A movement has all its repeats.
    case done(JointMovement)
    /// Everything is done.
    case finished
  }

  /// When, in seconds since the first frame, and in which frame.
  public let time: Double, frame: Int
  /// What happens.
  public let kind: Kind
  /// Why a limb can't be read, where that is told.
  public var reason: String?

  /// A name for files.
  public var name: String {
    switch kind {
    case .state: "state"
    case .neutral: "neutral"
    case .instruction: "instruction"
    case .hold: "hold"
    case .end: "end"
    case .middle: "middle"
    case .done: "done"
    case .finished: "finished"
    }
  }

  /// What it is about.
  public var cause: String {
    switch kind {
    case .state(let state): state.name
    case .neutral: "neutral"
    case .instruction(let instruction): instruction.name
    case .hold(let movement, let side), .end(let movement, let side?, _, _, _): "\(movement.rawValue)_\(side.rawValue)"
    case .middle(let movement), .done(let movement), .end(let movement, nil, _, _, _): movement.rawValue
    case .finished: "all"
    }
  }
}

/// What a frame shows of somebody who is guided.
public struct MovementFacts: Sendable, Equatable {
  /// The frame's index, and its time in seconds since the first.
  public var frame: Int, time: Double
  /// Whether somebody is there.
  public var isSeen: Bool
  /// Whether the neutral pose is known.
  public var isNeutralKnown: Bool
  /// The angles against the neutral pose, or, before it is known, against the first one; nil where there are none.
  public var angles: HeadAngles?

  /// Facts from their parts.
  public init(frame: Int, time: Double, isSeen: Bool, isNeutralKnown: Bool, angles: HeadAngles?) {
    (self.frame, self.time, self.isSeen) = (frame, time, isSeen)
    (self.isNeutralKnown, self.angles) = (isNeutralKnown, angles)
  }
}

/// What is told in a frame: everything that a screen and a voice need.
public struct MovementFeedback: Sendable, Equatable {
  /// The frame's index, and its time in seconds since the first.
  public var frame: Int, time: Double
  /// Where the measurement stands.
  public var state: MeasuringState
  /// The movement whose angle is read; the last one when all are done.
  public var movement: JointMovement
  /// What is asked for; nil when everything is done.
  public var instruction: MovementInstruction?
  /// The angle of the movement in degrees, and its colour; nil where there is none.
  public var degrees: Double?, light: TrafficLight?
  /// How often each side of the movement was held so far.
  public var counts: [GuidedSide: Int]
  /// Why a limb can't be read: what most frames without an angle say; nil in every other state.
  public var reason: String?
  /// What happened, in order.
  public var events: [MovementEvent]
}

/// A line of `feedback.jsonl` about somebody who is guided.
public struct MovementLine: Encodable, Sendable {
  private let time: Double
  private let frame: Int
  private let name, event, cause: String
  private let reason, text, light: String?
  private let figures: [String: Double]

  enum CodingKeys: String, CodingKey {
    case time = "time_s"
    case frame, name, event, cause, reason, text, light, figures
  }

  /// The line of an event.
  ///
  /// - Parameter name: the frame's name in the recording.
  public init(_ event: MovementEvent, name: String, _ book: MovementPhrases) {
    time = rounded(event.time, 6)
    (frame, self.name, self.event, cause) = (event.frame, name, event.name, event.cause)
    (reason, text) = (event.reason, book.text(for: event))
    if case .end(_, _, let degrees, let light, let count) = event.kind {
      self.light = light.rawValue
      figures = ["degrees": rounded(degrees, 2), "count": Double(count)]
    } else {
      (light, figures) = (nil, [:])
    }
  }

  /// JSON on one line, keys sorted, with the line break.
  public func json() throws -> Data { try JSONText.encode(self, isOneLine: true) }
}
