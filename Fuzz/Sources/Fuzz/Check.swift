import Diagnostics
import Foundation

@testable import Files

/// What must hold of every input beside that the program does not crash.
enum Check {
  /// Ends the program where something does not hold: libFuzzer keeps the input then.
  static func that(_ holds: Bool, _ what: @autoclosure () -> String) { if !holds { fatalError(what()) } }

  /// An error that refuses an input can be told in every language.
  static func told(_ error: any Error) {
    guard let error = error as? any UserFacingError else { return }
    for language in Language.allCases { that(!error.description(in: language).isEmpty, "an error without words") }
  }

  /// What the program writes is JSON: NaN and infinity are none.
  static func json(_ write: @autoclosure () throws -> Data) {
    let text = written(write)
    that((try? JSONText.decode(JSONValue.self, from: text)) != nil, "no JSON: \(String(decoding: text, as: UTF8.self))")
  }

  /// What was read can be written.
  private static func written(_ write: () throws -> Data) -> Data {
    do { return try write() } catch { fatalError("not written: \(error)") }
  }

  /// A value can be written and is read back: written again, it gives the same bytes.
  ///
  /// - Parameter isRounded: whether a file holds fewer digits than the value: then what was read of the first file counts.
  static func isReadBack<Value>(
    _ value: Value, isRounded: Bool = false, write: (Value) throws -> Data, read: (Data) throws -> Value
  ) {
    var written = written { try write(value) }
    do {
      if isRounded { written = try write(read(written)) }
      let again = try write(read(written))
      that(again == written, "read back otherwise:\n\(text(written))\n\(text(again))")
    } catch { fatalError("not read back: \(error)\n\(text(written))") }
  }

  private static func text(_ bytes: Data) -> String { String(decoding: bytes.prefix(4000), as: UTF8.self) }
}
