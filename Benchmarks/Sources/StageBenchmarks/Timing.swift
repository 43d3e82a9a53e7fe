import Geometry

/// One stage, ready to run again and again.
struct TimedStage {
  /// What a time is given for.
  enum Unit: String, Encodable {
    case frame, recording
  }

  /// The name in the report.
  let name: String
  /// What the times are divided by: the number of units that one run works on.
  let count: Int
  let unit: Unit
  /// Runs once and says what the stage itself took, its preparation left out.
  let run: () throws -> Elapsed
}

/// How long a stage took over its repeats, and the median of the processor's time in all its threads.
struct Timing: Encodable {
  let medianMs, minMs, maxMs, cpuMs: Double
  let repeats: Int
  let per: TimedStage.Unit

  /// Runs the stages in turn, so that a slow minute of the machine meets all of them.
  static func measure(_ stages: [TimedStage], repeats: Int, warmUp: Bool) throws -> [String: Timing] {
    if warmUp { for stage in stages { _ = try stage.run() } }
    var elapsed: [String: [Elapsed]] = [:]
    for _ in 0..<repeats {
      for stage in stages { elapsed[stage.name, default: []].append(try stage.run()) }
    }
    return Dictionary(uniqueKeysWithValues: stages.map { ($0.name, Timing($0, elapsed[$0.name]!)) })
  }

  private init(_ stage: TimedStage, _ elapsed: [Elapsed]) {
    let unit = Duration.milliseconds(stage.count)
    let wall = elapsed.map { $0.wall / unit }
    (medianMs, minMs, maxMs) = (RobustStatistics.median(wall), wall.min()!, wall.max()!)
    cpuMs = RobustStatistics.median(elapsed.map { $0.cpu / unit })
    (repeats, per) = (elapsed.count, stage.unit)
  }
}

extension TimedStage {
  /// A stage all of whose run is timed.
  init(_ name: String, count: Int, unit: Unit, _ body: @escaping () throws -> Void) {
    self.init(name: name, count: count, unit: unit) { try Elapsed.measure(body) }
  }
}
