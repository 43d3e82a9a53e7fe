import Geometry
import Platform

/// Something that the operator is told, or that changes what is told.
public struct FeedbackEvent: Sendable, Equatable {
  /// What happens.
  public enum Kind: Sendable, Equatable {
    /// The scan comes to another state.
    case guidance(Guidance)
    /// The phone begins or stops to vibrate.
    case vibration(Bool)
    /// Why it vibrates is told, and that this is over.
    case hint(Hint), hintOver(Hint)
    /// So many per cent of the cap's markers have been seen.
    case progress(percent: Int)
    /// A part of the head is done.
    case partDone(HeadPart)
    /// The operator is reminded of a part.
    case reminder(HeadPart)
    /// The operator is told what to scan next, and which way.
    case next(HeadPart, MoveDirection?)
    /// Something about the device begins to spoil the scan, or no longer does.
    case alert(Alert), alertOver(Alert)
    /// A reading has settled.
    case reading(DisplayedQuantity, Double, TrafficLight)
  }

  /// When, in seconds since the scan began, and in which frame.
  public let time: Double, frame: Int
  /// What happens.
  public let kind: Kind
  /// The numbers that led to it, by name.
  public let figures: [String: Double]

  /// A name for files.
  public var name: String {
    switch kind {
    case .guidance: "guidance"
    case .vibration(true): "vibration_on"
    case .vibration(false): "vibration_off"
    case .hint: "hint"
    case .hintOver: "hint_over"
    case .progress: "progress"
    case .partDone: "part_done"
    case .reminder: "reminder"
    case .next: "next"
    case .alert: "alert"
    case .alertOver: "alert_over"
    case .reading: "reading"
    }
  }

  /// Its cause, or what it is about.
  public var cause: String {
    switch kind {
    case .guidance(let guidance): guidance.name
    case .vibration: "overlap"
    case .hint(let hint), .hintOver(let hint): hint.name
    case .progress: "markers"
    case .partDone(let part), .reminder(let part), .next(let part, _): part.rawValue
    case .alert(let alert), .alertOver(let alert): alert.rawValue
    case .reading(let reading, _, _): reading.rawValue
    }
  }

  /// The way to move, where it gives one.
  public var direction: MoveDirection? {
    switch kind {
    case .hint(.move(let direction)): direction
    case .next(_, let direction): direction
    default: nil
    }
  }
}

/// Where a scan stands; what the operator is told follows from it.
public enum Guidance: Sendable, Equatable {
  /// The cap has not been found yet.
  case intro
  /// The scan goes on.
  case scanning
  /// Everything that is needed was seen.
  case completed
  /// The scan can't go on as it is.
  case error(Trouble)

  /// What stops a scan.
  public enum Trouble: String, Sendable, CaseIterable {
    /// No marker has been seen for long.
    case lost
    /// The depth sensor gives nothing.
    case noDepth = "no_depth"
    /// The device is about to shut its sensor down.
    case overheated
  }

  /// A name for files and phrases.
  public var name: String {
    switch self {
    case .intro: "intro"
    case .scanning: "scanning"
    case .completed: "completed"
    case .error(let trouble): "error_" + trouble.rawValue
    }
  }

  /// The names of all states.
  static let names = ["intro", "scanning", "completed"] + Trouble.allCases.map { "error_" + $0.rawValue }
}

/// Something about the device that spoils the scan.
public enum Alert: String, Sendable, CaseIterable {
  /// The device is hot.
  case heat
  /// There is no depth.
  case depthAbsent = "depth_absent"
  /// Depth has no holes at all: it was filtered, and what was filled in is not measured.
  case depthFiltered = "depth_filtered"
  /// Frames come too slowly.
  case frameRate = "frame_rate"
}

/// A colour that says how good something is, and a sign that says the same without colour.
public enum TrafficLight: String, Sendable, CaseIterable {
  case red, amber, green

  /// A shape for people who can't tell the colours.
  public var sign: String {
    switch self {
    case .red: "■"
    case .amber: "▲"
    case .green: "●"
    }
  }
}

/// A number that is shown to the operator once it has settled.
public enum DisplayedQuantity: String, Sendable, CaseIterable {
  case distance, overlap, cvai
}

/// Why the position is not good, and what to do about it.
public enum Hint: Sendable, Equatable {
  /// The camera sees neither markers nor depth.
  case covered
  /// The image is blurred or turns too fast.
  case tooFast
  /// Too many of the markers have no valid depth.
  case tooClose
  /// Too many of the markers are too far away.
  case tooFar
  /// Markers that were lost, or what is still missing, lie that way.
  case move(MoveDirection)
  /// Nothing tells where the head is.
  case lost

  /// A name for files and phrases.
  public var name: String {
    switch self {
    case .covered: "covered"
    case .tooFast: "too_fast"
    case .tooClose: "too_close"
    case .tooFar: "too_far"
    case .move: "move"
    case .lost: "lost"
    }
  }

  /// The names of all hints.
  static let names = ["covered", "too_fast", "too_close", "too_far", "move", "lost"]
}

/// Which way to move the phone, as the operator behind it sees its image.
public enum MoveDirection: String, Sendable, CaseIterable {
  case right
  case rightDown = "right_down"
  case down
  case leftDown = "left_down"
  case left
  case leftUp = "left_up"
  case up
  case rightUp = "right_up"
  /// To the other side of the head, whichever way.
  case around

  private static let compass: [MoveDirection] = [.right, .rightDown, .down, .leftDown, .left, .leftUp, .up, .rightUp]

  /// The nearest of eight directions to that of a vector (x right, y down); nil for one of less than `least` length.
  public init?(_ vector: Vector2, least: Double = 0) {
    guard vector.length > least else { return nil }
    let eighths = (atan2(vector.y, vector.x) / (.pi / 4)).rounded()
    self = Self.compass[(Int(eighths) + 8) % 8]
  }
}

/// Parts of the head that a scan has to see, by the subject's own sides.
public enum HeadPart: String, Sendable, CaseIterable, Comparable {
  case front, right, back, left, crown, nose
  case earRight = "ear_right"
  case earLeft = "ear_left"

  /// The parts of which the operator is reminded, because no marker lies on them.
  public static let reminded: [HeadPart] = [.nose, .earLeft, .earRight]

  public static func < (a: HeadPart, b: HeadPart) -> Bool { a.rawValue < b.rawValue }
}

/// What tells where the parts of the head lie, the surest first.
public enum PartsSource: String, Sendable, CaseIterable {
  /// An earlier reconstruction of the same cap.
  case layout
  /// Markers of the cap with a role.
  case cap
  /// The rule that a scan begins before a certain part: an assumption.
  case firstView = "first_view"
}
