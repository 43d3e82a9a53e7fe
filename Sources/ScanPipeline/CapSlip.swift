import Analysis

/// A cap that slipped over the head: when, by how much, and what was done about it.
struct CapSlip: Sendable, Equatable {
  /// What became of the scan.
  enum Treatment: Sendable, Equatable {
    /// The frames on the other side of it have poses from the surface that both sides show.
    case corrected
    /// Only the frames on one side of it are used.
    case split(isBeforeKept: Bool)
    /// Neither could be done.
    case none
  }

  /// Seconds since the start of the recording.
  let time: Double
  /// Degrees; nil where it could not be measured.
  let angle: Double?
  let treatment: Treatment

  /// What happened, in words.
  var text: String {
    let amount = angle.map { " by about \(Words.number($0, digits: 1))°" } ?? ""
    let slip = "the cap slipped\(amount) at about \(Words.number(time, digits: 1)) s: "
    return switch treatment {
    case .corrected: slip + "face and ears gave back the place of the cap on the head"
    case .split(let isBeforeKept): slip + "only the frames \(isBeforeKept ? "before" : "after") it are used"
    case .none: slip + "its markers do not stand where they stood on the head"
    }
  }
}
