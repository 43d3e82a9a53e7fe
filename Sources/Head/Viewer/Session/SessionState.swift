internal import Files
import Reports

/// What a page is told: all that a window shows but images and the mesh. Keys become snake case.
struct SessionState: Encodable, Sendable {
  struct Stage: Encodable, Sendable {
    var key: String
    var done = 0
    var total = 0
    @Nullable var text: String? = nil
  }

  struct Saved: Encodable, Sendable {
    @Nullable var by: String? = nil
    var at: String
    var file: String
  }

  /// What a page is told of a ``ReportedClick``.
  struct Click: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var state = "accepted"
    @Nullable var depthMm: Double? = nil
    @Nullable var apartMm: Double? = nil
    var used: Bool
    @Nullable var effectCvai: Double? = nil
    @Nullable var text: String? = nil
  }

  struct Seen: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var visible: Bool
    var score: Double
  }

  struct Point: Encodable, Sendable {
    var mm: [Double]
    @Nullable var apartMm: Double? = nil
    @Nullable var limitMm: Double? = nil
  }

  struct Landmark: Encodable, Sendable {
    var key: String
    var name: String
    var hint: String
    var state: String
    @Nullable var source: String? = nil
    @Nullable var mm: [Double]? = nil
    @Nullable var sdMm: Double? = nil
    @Nullable var evidence: Int? = nil
    @Nullable var text: String? = nil
    @Nullable var surface: Point? = nil
    var clicks: [Click]
    @Nullable var point: Point? = nil
    var seen: [Seen]
  }

  struct Row: Encodable, Sendable {
    var key: String
    var name: String
    @Nullable var value: String? = nil
    var unit: String
    @Nullable var interval: String? = nil
    @Nullable var text: String? = nil
  }

  struct Severity: Encodable, Sendable {
    var text: String
    var level: Int
    var levels: Int
    @Nullable var flattened: String? = nil
  }

  struct Index: Encodable, Sendable {
    var value: Double
    @Nullable var ci95: [Double]? = nil
  }

  struct Measures: Encodable, Sendable {
    var state = "none"
    var revision = 0
    var isFinal = false
    var rows: [Row] = []
    @Nullable var severity: Severity? = nil
    var findings: [String] = []
    @Nullable var cvai: Index? = nil
    @Nullable var cvaiBefore: Double? = nil
  }

  struct Choice: Encodable, Sendable {
    var name: String
    var title: String
  }

  /// Where the scan stands among those that are picked one after the other.
  struct Walk: Encodable, Sendable {
    /// From 1.
    var number: Int
    var count: Int
    /// `to_pick` or `all`.
    var kind: String
    var isBlind: Bool
  }

  /// Picks that a save would replace.
  struct Question: Encodable, Sendable {
    var id: String
    @Nullable var by: String? = nil
    @Nullable var at: String? = nil
  }

  var change: Int
  var mode: String
  var name: String
  @Nullable var observer: String? = nil
  @Nullable var output: String? = nil
  @Nullable var walk: Walk? = nil
  var stage: Stage
  var headRevision: Int
  var mapsRevision: Int
  var revision: Int
  var savedRevision: Int
  @Nullable var saved: Saved? = nil
  @Nullable var message: String? = nil
  @Nullable var question: Question? = nil
  var landmarks: [Landmark]
  var measures: Measures
  var protocols: [Choice]
  var `protocol`: String
  @Nullable var scene: JSONValue? = nil
}
