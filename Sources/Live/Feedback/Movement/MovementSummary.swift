public import Diagnostics
internal import Files
public import Platform

/// How somebody was guided, in a few numbers.
public struct MovementSummary: Sendable, Equatable {
  /// What the angles are measured against, frame by frame.
  public enum Reference: String, Sendable, Codable, CaseIterable {
    /// The printed patch on the torso.
    case torso
    /// The torso where it was seen last: the patch is out of sight.
    case lastTorso = "last_torso"
    /// The camera, which is taken to stand still: the patch was not seen when the neutral pose was taken.
    case camera
  }

  /// A side of a movement.
  public struct Side: Sendable, Equatable, Encodable {
    /// The movement and the side; nil for a limb's.
    public let movement: JointMovement, side: GuidedSide?
    /// The ends that were held in degrees, in order; sizes where they have a side.
    public let endsDegrees: [Double]
    /// How often the head went there and came back without a rest.
    public let unsettled: Int
    /// The colour of each end.
    public let lights: [String]
  }

  /// A limb's joint that is measured.
  public struct Limb: Sendable, Equatable {
    /// The joint, the subject's side and the view, by their names in files; no view in space.
    public let joint, side: String
    public internal(set) var view: String?

    /// A limb from its parts.
    public init(joint: String, side: String, view: String?) { (self.joint, self.side, self.view) = (joint, side, view) }
  }

  /// The limb that is measured; nil for a neck.
  public private(set) var limb: Limb?
  /// How many frames of a limb have no angle, by why.
  public private(set) var withoutAngle: [String: Int] = [:]
  /// How many frames there are, and how many have angles.
  public private(set) var frames = 0, read = 0
  /// From the first frame to the last, in seconds.
  public private(set) var duration = 0.0
  /// When the neutral pose was known, in seconds since the first frame; nil where it never was.
  public private(set) var neutralAt: Double?
  /// In how many frames angles are measured against what.
  public private(set) var references: [Reference: Int] = [:]
  /// The last state.
  public private(set) var state = MeasuringState.intro
  /// Whether everything was done.
  public private(set) var isFinished = false
  /// Each side of each movement.
  public private(set) var sides: [Side] = []
  /// What told the head's axes; nil where nothing did.
  public private(set) var axes: PartsSource?

  /// Nothing seen yet.
  public init(_ limb: Limb? = nil) { self.limb = limb }

  /// Takes in the next frame.
  ///
  /// - Parameter reference: what its angles are measured against; nil where it has none.
  public mutating func add(_ feedback: MovementFeedback, _ reference: Reference?, axes: PartsSource?) {
    frames += 1
    duration = feedback.time
    state = feedback.state
    if let reference { references[reference, default: 0] += 1 }
    if reference != nil || feedback.degrees != nil { read += 1 }
    if let axes { self.axes = axes }
    for event in feedback.events {
      if event.kind == .neutral { neutralAt = event.time }
      if event.kind == .finished { isFinished = true }
    }
  }

  /// Takes in the next frame of a limb.
  ///
  /// - Parameter reason: why it has no angle; nil where it has one.
  public mutating func add(_ feedback: MovementFeedback, without reason: String?) {
    add(feedback, nil, axes: nil)
    if let reason { withoutAngle[reason, default: 0] += 1 }
  }

  /// Takes in what was held of a limb, in degrees.
  ///
  /// - Parameter isPicture: whether it was seen in a picture; in space there is no view.
  public mutating func finish(held degrees: [Double], isPicture: Bool = true, _ rules: any MovementPlan) {
    if !isPicture { limb?.view = nil }
    sides = rules.plan.map { movement in
      let colours = rules.reading(of: movement).colours
      return Side(
        movement: movement, side: nil, endsDegrees: degrees.map { rounded($0, 2) }, unsettled: 0,
        lights: degrees.map { colours.light($0).rawValue })
    }
  }

  /// Takes in what was counted.
  public mutating func finish(_ guide: MovementGuide, _ rules: MovementRules) {
    sides = rules.plan.flatMap { movement in
      movement.sides.map { side in
        let ends = guide.ends(movement, side)
        let colours = rules.reading(of: movement).colours
        return Side(
          movement: movement, side: side, endsDegrees: ends.map { rounded($0, 2) },
          unsettled: guide.unsettled(movement, side), lights: ends.map { colours.light($0).rawValue })
      }
    }
  }

  /// The name and version of its form.
  public var schema: String { limb == nil ? "calvaria/feedback/neck/1" : "calvaria/feedback/joint/1" }

  /// The content of `summary.json`: keys sorted, a line break at the end.
  public func json(_ rules: any MovementPlan, language: String, isOneLine: Bool = false) throws -> Data {
    try JSONText.encode(Content(self, rules, language), keys: .convertToSnakeCase, isOneLine: isOneLine)
  }

  private struct Content: Encodable {
    let schema: String
    let rules, rulesVersion, language: String
    let plan: [JointMovement]
    let repeats, frames, framesRead: Int
    let durationS: Double
    let neutralS: Double?
    let ended: String
    let isFinished: Bool
    let reference, withoutAngle: [String: Int]?
    let axesBy: String?
    let sides: [Side]
    let joint, side, view: String?

    init(_ summary: MovementSummary, _ rules: any MovementPlan, _ language: String) {
      let limb = summary.limb
      schema = summary.schema
      (self.rules, rulesVersion, self.language) = (rules.name, rules.version, language)
      (plan, repeats) = (rules.plan, rules.repeats)
      (frames, framesRead) = (summary.frames, summary.read)
      durationS = rounded(summary.duration, 3)
      neutralS = summary.neutralAt.map { rounded($0, 3) }
      (ended, isFinished) = (summary.state.name, summary.isFinished)
      let references = Dictionary(uniqueKeysWithValues: summary.references.map { ($0.key.rawValue, $0.value) })
      (reference, withoutAngle) = limb == nil ? (references, nil) : (nil, summary.withoutAngle)
      (joint, side, view) = (limb?.joint, limb?.side, limb?.view)
      axesBy = summary.axes?.rawValue
      sides = summary.sides
    }
  }
}

extension MovementSummary {
  /// What was counted in a few lines, in a language: each side's ends with their colours, and what they are measured against.
  public func table(_ language: Language, _ rules: any MovementPlan) -> String {
    let names = sides.map { side in
      guard let end = side.side else { return title(language) }
      return language(
        "guide.side",
        [
          "movement": .term(side.movement.rawValue, of: "guided_movement"),
          "side": .term(end.rawValue, of: "side"),
        ])
    }
    let width = names.map(\.count).max() ?? 0
    let rows = zip(names, sides).map { name, side in
      let ends = side.text(language)
      let unsettled =
        side.unsettled > 0 ? ", " + language("guide.unsettled", ["count": .count(side.unsettled)]) : ""
      return name + String(repeating: " ", count: width - name.count + 2) + "\(side.endsDegrees.count)×  " + ends
        + unsettled
    }
    return ([outcome(language, rules)] + rows.map { "  " + $0 } + remarks(language)).joined(separator: "\n") + "\n"
  }

  /// Whether everything was done.
  public func outcome(_ language: Language, _ rules: any MovementPlan) -> String {
    if isFinished { return language("guide.finished", ["repeats": .count(rules.repeats)]) }
    let held = sides.reduce(0) { $0 + min($1.endsDegrees.count, rules.repeats) }
    return language("guide.not_finished", ["held": .count(held), "wanted": .count(rules.repeats * sides.count)])
  }

  /// What was measured.
  public func title(_ language: Language) -> String {
    guard let limb, let movement = sides.first?.movement else { return language("guide.title") }
    return language(
      "motion.heading",
      [
        "joint": .term(limb.joint, of: "joint"), "side": .term(limb.side, of: "side"),
        "movement": .term(movement.rawValue, of: "movement"),
      ])
  }

  /// When the neutral pose was known, or why frames of a limb have no angle; what angles are measured against, and what told the axes.
  public func remarks(_ language: Language) -> [String] {
    if limb != nil {
      let reasons = withoutAngle.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map {
        FindingValue.term($0.key, of: "motion_reason", ["count": .count($0.value)])
      }
      var values: [String: FindingValue] = ["read": .count(read), "all": .count(frames)]
      if !reasons.isEmpty { values["reasons"] = .list(reasons) }
      return [language("guide.read", values)]
    }
    var lines: [String] = []
    if let neutralAt {
      lines.append(language("guide.neutral", ["time_s": .number(neutralAt, decimals: 1, unit: "s")]))
    } else {
      lines.append(language("guide.no_neutral"))
    }
    let used = Reference.allCases.compactMap { reference in
      references[reference].map { FindingValue.term(reference.rawValue, of: "guide_reference", ["count": .count($0)]) }
    }
    if !used.isEmpty { lines.append(language("guide.reference", ["references": .list(used)])) }
    if let axes { lines.append(language("guide.axes", ["source": .term(axes.rawValue, of: "guide_axes")])) }
    return lines
  }
}

extension MovementSummary.Side {
  /// The ends in words, each with the sign of its colour.
  public func text(_ language: Language) -> String {
    zip(endsDegrees, lights).map { degrees, light in
      language.number(degrees, digits: 1) + "° " + (TrafficLight(rawValue: light)?.sign ?? "")
    }.joined(separator: "  ")
  }
}
