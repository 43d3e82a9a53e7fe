import Dispatch
import Foundation

/// The signals by which a person, a terminal or a system asks a program to end, watched for as long as the value lives.
final class EndingSignals {
  /// Those that are watched; one that was ignored before, as `nohup` has it, stays so.
  let numbers: [Int32]
  private let sources: [any DispatchSourceSignal]

  /// Calls `handler` on the queue with the number of each signal that comes, which does nothing else any more.
  init(on queue: DispatchQueue, _ handler: @escaping (Int32) -> Void) {
    numbers = [SIGHUP, SIGINT, SIGTERM].filter { number in
      let earlier = signal(number, SIG_IGN)
      // `nohup` asks to survive the terminal.
      return number != SIGHUP || unsafeBitCast(earlier, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self)
    }
    sources = numbers.map { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { handler(number) }
      source.resume()
      return source
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// 128 and a signal's number, as shells have it.
  static func exitCode(_ number: Int32) -> Int32 { 128 + number }
}
