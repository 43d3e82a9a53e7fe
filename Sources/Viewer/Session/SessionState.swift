internal import Inputs

/// What a page is told: all that a window shows but images and the mesh. Keys become snake case.
struct SessionState: Encodable, Sendable {
  struct Stage: Encodable, Sendable {
    var key: String
    var done = 0
    var total = 0
    var text: String?
  }

  struct Saved: Encodable, Sendable {
    var by: String?
    var at: String
    var file: String
  }

  struct Click: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var state = "accepted"
    var depthMm: Double?
    var apartMm: Double?
    var used: Bool
    var effectCvai: Double?
    var text: String?
  }

  struct Seen: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var visible: Bool
    var score: Double
  }

  struct Point: Encodable, Sendable {
    var mm: [Double]
    var apartMm: Double?
  }

  struct Landmark: Encodable, Sendable {
    var key: String
    var name: String
    var hint: String
    var state: String
    var source: String?
    var mm: [Double]?
    var sdMm: Double?
    var evidence: Int?
    var text: String?
    var surface: Point?
    var clicks: [Click]
    var point: Point?
    var seen: [Seen]
  }

  struct Row: Encodable, Sendable {
    var key: String
    var name: String
    var value: String?
    var unit: String
    var interval: String?
    var text: String?
  }

  struct Severity: Encodable, Sendable {
    var text: String
    var level: Int
    var levels: Int
    var flattened: String?
  }

  struct Index: Encodable, Sendable {
    var value: Double
    var ci95: [Double]?
  }

  struct Measures: Encodable, Sendable {
    var state = "none"
    var revision = 0
    var isFinal = false
    var rows: [Row] = []
    var severity: Severity?
    var findings: [String] = []
    var cvai: Index?
    var cvaiBefore: Double?
  }

  struct Choice: Encodable, Sendable {
    var name: String
    var title: String
  }

  var change: Int
  var mode: String
  var name: String
  var observer: String?
  var output: String
  var stage: Stage
  var headRevision: Int
  var revision: Int
  var savedRevision: Int
  var saved: Saved?
  var message: String?
  var landmarks: [Landmark]
  var measures: Measures
  var protocols: [Choice]
  var `protocol`: String
  var scene: JSONValue?
}
