import Diagnostics
import Dispatch
import Foundation
import Outputs

/// Ends the program cleanly on Ctrl-C: removes the folder that is being written and ends with exit code 130.
final class Interruption: @unchecked Sendable {
  /// Guards `output`; the handlers run on it.
  private let queue = DispatchQueue(label: "interruption")
  private var sources: [any DispatchSourceSignal] = []
  /// The signals that are watched; one that was ignored before, as `nohup` has it, stays so.
  private var watched: [Int32] = []
  private var output: OutputFolder?

  /// Exit codes by signal: 128 and its number, as shells have it.
  private static let codes = [SIGHUP, SIGINT, SIGTERM].map { ($0, 128 + $0) }

  /// Watches the signals for as long as the value lives.
  init() {
    for (number, code) in Self.codes {
      let earlier = signal(number, SIG_IGN)
      // `nohup` asks to survive the terminal.
      if number == SIGHUP && unsafeBitCast(earlier, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { continue }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler { [unowned self] in
        output?.discard()
        Terminal.wipe()
        Terminal.narrate(Language.ofCall("narration.interrupted"))
        _exit(code)
      }
      source.resume()
      sources.append(source)
      watched.append(number)
    }
  }

  deinit {
    for source in sources { source.cancel() }
  }

  /// Writes a folder: `claim` makes it aside, `fill` fills it. It gets its name when it is complete; on an error or a
  /// signal it is removed.
  ///
  /// What others have added to an earlier folder of that name stays, which is said.
  func write<Value>(_ claim: () throws -> OutputFolder, fill: (OutputFolder) throws -> Value) throws -> Value {
    let folder = try queue.sync {
      let folder = try claim()
      output = folder
      return folder
    }
    do {
      let value = try fill(folder)
      let carried = try queue.sync {
        let carried = try folder.finish()
        release()
        return carried
      }
      if !carried.isEmpty {
        Terminal.narrate(Language.ofCall("narration.kept", ["files": .names(carried)]))
      }
      return value
    } catch {
      queue.sync { folder.discard() }
      throw error
    }
  }

  /// From here on a signal ends the program as usual: nothing is left to remove.
  private func release() {
    output = nil
    for number in watched { signal(number, SIG_DFL) }
  }
}
