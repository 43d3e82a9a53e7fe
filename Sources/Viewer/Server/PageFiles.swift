import Diagnostics
import Foundation

/// The files of the page, which come with the program.
enum PageFiles {
  /// A file by its name; nil where there is none. The nameless one is the page itself.
  static func file(_ name: String) -> ViewAnswer? {
    switch name {
    case "": ViewAnswer(content: Data(PackageResources.view_html), type: "text/html; charset=utf-8")
    case "view.css": ViewAnswer(content: Data(PackageResources.view_css), type: "text/css; charset=utf-8")
    case "view.js": ViewAnswer(content: Data(PackageResources.view_js), type: "text/javascript; charset=utf-8")
    default: nil
    }
  }
}

/// The texts of the page in one language, by their keys.
struct PageWords: Encodable {
  let language: String
  let words: [String: String]

  init(_ language: Language) {
    self.language = language.rawValue
    words = language.catalogue.words(startingWith: ["view.", "head."])
  }
}
