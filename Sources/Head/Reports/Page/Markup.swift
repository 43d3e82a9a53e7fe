import Analysis
import Diagnostics
package import Platform

/// Pieces of HTML and SVG. Text only gets in through ``text(_:)``, attributes only as pairs, so all of it is escaped.
package struct Markup: Sendable {
  package private(set) var source: String

  /// Nothing.
  package static let empty = Markup(source: "")

  /// A text, with every character that has a meaning in HTML or SVG replaced, and control characters left out.
  package static func text(_ text: String) -> Markup { Markup(source: escaped(text)) }

  /// An element with attributes and content.
  package static func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ content: Markup...)
    -> Markup
  {
    let list = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return Markup(source: "<\(name)\(list)>" + content.map(\.source).joined() + "</\(name)>\n")
  }

  /// An element that holds a text.
  package static func element(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) -> Markup
  {
    let list = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return Markup(source: "<\(name)\(list)>\(escaped(text))</\(name)>\n")
  }

  /// An element that holds a text as it stands, for people to copy.
  package static func verbatim(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], _ text: String)
    -> Markup
  {
    element(name, attributes, Markup(source: escaped(text)))
  }

  /// A style sheet of our own, which is not escaped.
  package static func style(_ sheet: StaticString) -> Markup { Markup(source: "<style>\(sheet)</style>\n") }

  /// A script of our own, which is not escaped; the marks let a reader of XML pass over it too.
  package static func script(_ script: StaticString) -> Markup {
    Markup(source: "<script>//<![CDATA[\n\(script)\n//]]></script>\n")
  }

  /// JSON for a script to read. Characters that have a meaning in HTML only occur within its texts, and there JSON can
  /// write them by their numbers.
  package static func data(_ json: String, id: String) -> Markup {
    var safe: [UInt8] = []
    safe.reserveCapacity(json.utf8.count)
    for byte in json.utf8 {
      switch byte {
      case UInt8(ascii: "<"): safe += "\\u003c".utf8
      case UInt8(ascii: ">"): safe += "\\u003e".utf8
      case UInt8(ascii: "&"): safe += "\\u0026".utf8
      default: safe.append(byte)
      }
    }
    let text = String(decoding: safe, as: UTF8.self)
    return Markup(source: "<script type=\"application/json\" id=\"\(escaped(id))\">\(text)</script>\n")
  }

  /// A text from outside, such as a subject's code: its direction of writing stays its own, what can't be seen stands by its
  /// number, and `…` stands for the middle of a long one.
  package static func foreign(_ text: String, limit: Int = 80) -> Markup {
    element("bdi", text: text.printable(limit: limit))
  }

  /// Text with tags of our own around it on one line, for elements within a sentence.
  package static func inline(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String) -> Markup
  {
    let list = attributes.map { " \($0.key)=\"\(escaped($0.value))\"" }.joined()
    return Markup(source: "<\(name)\(list)>\(escaped(text))</\(name)>")
  }

  /// A picture as part of the page.
  package static func picture(_ bytes: Data, type: String, description: String, style: String = "") -> Markup {
    element("img", ["src": "data:\(type);base64,\(bytes.base64EncodedString())", "alt": description, "class": style])
  }

  /// A style sheet that shows a picture behind every element of a class.
  package static func background(_ bytes: Data, type: String, of name: StaticString) -> Markup {
    Markup(
      source: "<style>.\(name){background-image:url(data:\(type);base64,\(bytes.base64EncodedString()))}</style>\n")
  }

  /// A style sheet that comes with a component, which is not escaped.
  package static func style(library sheet: String) -> Markup { Markup(source: "<style>\(sheet)</style>\n") }

  /// A script that was installed with the program or comes with it, which is not escaped; nil for one that would end its
  /// element.
  package static func script(library text: String) -> Markup? {
    // By bytes: a library has some hundred thousand.
    let ends = text.utf8.split(separator: UInt8(ascii: "<"), omittingEmptySubsequences: false).dropFirst().contains {
      $0.starts(with: "!--".utf8) || $0.prefix(7).elementsEqual("/script".utf8) { $0 | 0x20 == $1 }
    }
    return ends ? nil : Markup(source: "<script>\(text)</script>\n")
  }

  /// Pieces one after another.
  package static func joined(_ pieces: [Markup]) -> Markup { Markup(source: pieces.map(\.source).joined()) }

  /// Two pieces one after the other.
  package static func + (a: Markup, b: Markup) -> Markup { Markup(source: a.source + b.source) }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\n", "\t": result.unicodeScalars.append(scalar)
      default: if scalar.value >= 32 && scalar.value != 127 { result.unicodeScalars.append(scalar) }
      }
    }
    return result
  }
}

extension String {
  private static let units: Set<Substring> = ["mm", "ml", "%", "°", "s", "ms", "px", "cm", "m"]

  /// The text with each unit kept on the line of its number: the blank between them does not break.
  var keepingUnits: String {
    guard contains(" ") else { return self }
    let words = split(separator: " ", omittingEmptySubsequences: false)
    return zip(words, words.dropFirst()).reduce(into: words.first.map(String.init) ?? "") { text, pair in
      let unit = pair.1.prefix { $0.isLetter || $0 == "%" || $0 == "°" }
      let isUnit = pair.0.last?.isNumber == true && Self.units.contains(unit)
      text += (isUnit ? "\u{A0}" : " ") + pair.1
    }
  }
}

/// Shapes of a drawing; coordinates are in the units of its view box.
package enum Shape {
  /// A coordinate as text.
  package static func number(_ value: Double) -> String { value.isFinite ? NumberText.number(value, digits: 2) : "0" }

  /// A line between two points.
  package static func line(_ a: SIMD2<Double>, _ b: SIMD2<Double>, _ style: String) -> Markup {
    .element("line", ["x1": number(a.x), "y1": number(a.y), "x2": number(b.x), "y2": number(b.y), "class": style])
  }

  /// A line through points, closed or not.
  package static func path(_ points: [SIMD2<Double>], closed: Bool, _ style: String) -> Markup {
    let list = points.map { number($0.x) + "," + number($0.y) }.joined(separator: " ")
    return .element(closed ? "polygon" : "polyline", ["points": list, "class": style])
  }

  /// A disc.
  package static func disc(_ centre: SIMD2<Double>, _ radius: Double, _ style: String) -> Markup {
    .element("circle", ["cx": number(centre.x), "cy": number(centre.y), "r": number(radius), "class": style])
  }

  /// A rectangle.
  package static func box(_ corner: SIMD2<Double>, _ size: SIMD2<Double>, _ style: String) -> Markup {
    .element(
      "rect",
      [
        "x": number(corner.x), "y": number(corner.y), "width": number(max(0, size.x)), "height": number(max(0, size.y)),
        "class": style,
      ])
  }

  /// A label.
  package static func label(_ text: String, _ at: SIMD2<Double>, _ style: String = "label") -> Markup {
    .element("text", ["x": number(at.x), "y": number(at.y), "class": style], text: text)
  }
}
