import Foundation

/// What something took: time by the clock on the wall, and the processor's in all threads of this process.
struct Elapsed {
  var wall, cpu: Duration

  static let zero = Elapsed(wall: .zero, cpu: .zero)

  static func measure(_ body: () throws -> Void) rethrows -> Elapsed {
    let start = processor()
    let wall = try ContinuousClock().measure(body)
    return Elapsed(wall: wall, cpu: processor() - start)
  }

  static func += (total: inout Elapsed, part: Elapsed) {
    total.wall += part.wall
    total.cpu += part.cpu
  }

  static func + (a: Elapsed, b: Elapsed) -> Elapsed { Elapsed(wall: a.wall + b.wall, cpu: a.cpu + b.cpu) }

  private static func processor() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
