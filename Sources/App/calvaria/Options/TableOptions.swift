import ArgumentParser
import Diagnostics
import Foundation

/// How much of a result is printed.
struct TableOptions: ParsableArguments {
  @Flag(help: "Print every measure and every note, not the main ones alone.")
  var all = false

  /// A result's text: all of it, or in brief, the last line bold.
  func text(all whole: () -> String, brief: () -> String) -> Data {
    all ? Terminal.page(whole()) : Terminal.page(closingWith: brief())
  }
}
