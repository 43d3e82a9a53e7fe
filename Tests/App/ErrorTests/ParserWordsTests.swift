import Diagnostics
import Testing

@testable import calvaria

/// What the parser says of a wrong call, in the language of the call.
struct ParserWordsTests {
  private static let english = [
    "Missing expected argument '<recording>'", "Missing value for '--output <folder>'", "Unknown option '--nope'",
    "Unexpected argument 'b'", "The value 'abc' is invalid for '--port <port>'", "Something that nobody foresaw",
    "Usage: calvaria info [<options>] <recording>", "Help:  --port <port>  The port.",
    "  See 'calvaria info --help' for more information.",
  ]

  /// English is what the parser says, whatever it is.
  @Test(arguments: english) func englishStays(text: String) {
    let words = ParserWords(language: .english)
    let isCause = !["Usage", "Help", "  See"].contains { text.hasPrefix($0) }
    #expect((isCause ? words.cause(text) : words.line(text)) == text)
  }

  @Test func germanIsGerman() throws {
    let words = ParserWords(language: try #require(Language(rawValue: "de")))
    #expect(words.cause("Missing value for '--output <folder>'") == "Es fehlt der Wert von „--output <folder>“")
    #expect(
      words.cause("The value 'z' is invalid for '--units <units>'. Please provide one of 'mm', 'cm', 'm' or 'in'.")
        == "Der Wert „z“ ist für „--units <units>“ nicht möglich; möglich: 'mm', 'cm', 'm', 'in'")
    #expect(words.cause("2 unexpected arguments: 'a', 'b'") == "Überzählige Argumente: 'a', 'b'")
    #expect(words.cause("The value '' is invalid for '-o'") == "Der Wert „“ ist für „-o“ nicht möglich")
    #expect(words.line("Usage: calvaria info") == "Aufruf: calvaria info")
    #expect(words.line("  See 'calvaria info --help' for more information.") == "  Mehr mit „calvaria info --help“.")
    for text in Self.english where !text.hasPrefix("Something") && !text.hasPrefix("Help") {
      #expect(words.cause(text) != text || words.line(text) != text, "\(text)")
    }
    #expect(words.cause("Something that nobody foresaw") == "Something that nobody foresaw")
  }
}
