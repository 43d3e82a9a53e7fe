import ArgumentParser
import Foundation
import Reports

/// `calvaria errors`: the page of all errors, for the documentation.
struct ErrorsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "errors", abstract: "Print the page Docs/generated/errors.md.", shouldDisplay: false)

  func run() throws { try Terminal.print(Data(ErrorsReference.markdown.utf8)) }
}

/// `calvaria findings`: the page of all findings, for the documentation.
struct FindingsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "findings", abstract: "Print the page Docs/generated/findings.md.", shouldDisplay: false)

  func run() throws { try Terminal.print(Data(FindingsReference.markdown.utf8)) }
}
