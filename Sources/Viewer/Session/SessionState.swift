internal import Inputs

/// What a page is told: all that a window shows but images and the mesh. Keys become snake case.
struct SessionState: Encodable, Sendable {
  struct Stage: Encodable, Sendable {
    var key: String
    var done = 0
    var total = 0
    @Nullable var text: String?
  }

  struct Saved: Encodable, Sendable {
    @Nullable var by: String?
    var at: String
    var file: String
  }

  struct Click: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var state = "accepted"
    @Nullable var depthMm: Double?
    @Nullable var apartMm: Double?
    var used: Bool
    @Nullable var effectCvai: Double?
    @Nullable var text: String?
  }

  struct Seen: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var visible: Bool
    var score: Double
  }

  struct Point: Encodable, Sendable {
    var mm: [Double]
    @Nullable var apartMm: Double?
  }

  struct Landmark: Encodable, Sendable {
    var key: String
    var name: String
    var hint: String
    var state: String
    @Nullable var source: String?
    @Nullable var mm: [Double]?
    @Nullable var sdMm: Double?
    @Nullable var evidence: Int?
    @Nullable var text: String?
    @Nullable var surface: Point?
    var clicks: [Click]
    @Nullable var point: Point?
    var seen: [Seen]
  }

  struct Row: Encodable, Sendable {
    var key: String
    var name: String
    @Nullable var value: String?
    var unit: String
    @Nullable var interval: String?
    @Nullable var text: String?
  }

  struct Severity: Encodable, Sendable {
    var text: String
    var level: Int
    var levels: Int
    @Nullable var flattened: String?
  }

  struct Index: Encodable, Sendable {
    var value: Double
    @Nullable var ci95: [Double]?
  }

  struct Measures: Encodable, Sendable {
    var state = "none"
    var revision = 0
    var isFinal = false
    var rows: [Row] = []
    @Nullable var severity: Severity?
    var findings: [String] = []
    @Nullable var cvai: Index?
    @Nullable var cvaiBefore: Double?
  }

  struct Choice: Encodable, Sendable {
    var name: String
    var title: String
  }

  var change: Int
  var mode: String
  var name: String
  @Nullable var observer: String?
  var output: String
  var stage: Stage
  var headRevision: Int
  var revision: Int
  var savedRevision: Int
  @Nullable var saved: Saved?
  @Nullable var message: String?
  var landmarks: [Landmark]
  var measures: Measures
  var protocols: [Choice]
  var `protocol`: String
  @Nullable var scene: JSONValue?
}
