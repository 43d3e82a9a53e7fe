import Diagnostics
import Dispatch
import Foundation
internal import Files

/// Ends the program cleanly on Ctrl-C: removes the folder that is being written and ends with exit code 130.
final class Interruption: @unchecked Sendable {
  /// Guards `output`; the handlers run on it.
  private let queue = DispatchQueue(label: "interruption")
  private var signals: EndingSignals?
  private var output: OutputFolder?

  /// Watches the signals for as long as the value lives.
  init() {
    signals = EndingSignals(on: queue) { [weak self] number in
      self?.output?.discard()
      Terminal.wipe()
      Terminal.narrate(Language.ofCall("narration.interrupted"))
      _exit(EndingSignals.exitCode(number))
    }
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
        // Nothing is left to remove.
        output = nil
        signals?.stop()
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
}
