/// A text with places for values.
///
/// - `{name}`: a value.
/// - `{name:mm}`, `{name:place}`: a value, and what it is: the unit of a figure, the kind of a word. The value itself brings
///   them along; files hold it bare, and what is read from one is told by this.
/// - `{name|one|more}`: the first text for one, the second for any other count; both may hold places.
/// - `{name#}`: how many a value names.
/// - `{name?else}`: a value, or a text where there is none.
/// - `[ … ]`: vanishes where a value in it is missing.
struct Template: Sendable, Equatable {
  /// The text that takes the place of a name in braces.
  struct Filling {
    /// The value in words, and how many things it names.
    let text: String, count: Int
  }

  private indirect enum Part: Equatable {
    case text(String)
    case value(String)
    case count(String)
    case choice(String, one: [Part], more: [Part])
    case fallback(String, [Part])
    case segment([Part])
  }

  private let parts: [Part]
  /// What values are, by their names, where the text says so: the unit of a figure, the kind of a word.
  let kinds: [String: String]
  /// True where all brackets are closed and nothing else is wrong.
  let isSound: Bool

  /// Reads a template.
  init(_ text: String) {
    var reader = Reader(rest: text[...])
    parts = reader.parts(until: "")
    kinds = reader.kinds
    isSound = reader.isSound && reader.rest.isEmpty
  }

  /// The names of the values that it has places for.
  var names: Set<String> { Self.names(parts) }

  /// The names without which there is no text: those outside segments and without a fallback.
  var required: Set<String> {
    Self.names(parts.filter { if case .segment = $0 { false } else if case .fallback = $0 { false } else { true } })
  }

  /// The text with its values, and whether all of them are there; a place without one stays as it is written.
  func filled(_ value: (String) -> Filling?) -> (text: String, isWhole: Bool) { Self.filled(parts, value) }

  private static func names(_ parts: [Part]) -> Set<String> {
    parts.reduce(into: []) { names, part in
      switch part {
      case .text: break
      case .value(let name), .count(let name): names.insert(name)
      case .choice(let name, let one, let more): names.formUnion(Self.names(one + more).union([name]))
      case .fallback(let name, let other): names.formUnion(Self.names(other).union([name]))
      case .segment(let parts): names.formUnion(Self.names(parts))
      }
    }
  }

  private static func filled(_ parts: [Part], _ value: (String) -> Filling?) -> (text: String, isWhole: Bool) {
    var (text, isWhole) = ("", true)
    for part in parts {
      switch part {
      case .text(let plain): text += plain
      case .value(let name), .count(let name):
        guard let filling = value(name) else {
          (text, isWhole) = (text + "{\(name)}", false)
          continue
        }
        if case .count = part { text += "\(filling.count)" } else { text += filling.text }
      case .choice(let name, let one, let more):
        let inner = filled(value(name)?.count == 1 ? one : more, value)
        (text, isWhole) = (text + inner.text, isWhole && inner.isWhole)
      case .fallback(let name, let other): text += value(name)?.text ?? filled(other, value).text
      case .segment(let parts):
        let inner = filled(parts, value)
        if inner.isWhole { text += inner.text }
      }
    }
    return (text, isWhole)
  }

  private struct Reader {
    var rest: Substring
    var isSound = true
    var kinds: [String: String] = [:]

    /// The parts up to one of some characters, which stays unread.
    mutating func parts(until stops: String) -> [Part] {
      var (parts, plain): ([Part], String) = ([], "")
      while let next = rest.first, !stops.contains(next) {
        rest.removeFirst()
        guard next == "{" || next == "[" else {
          isSound = isSound && next != "}" && next != "]"
          plain.append(next)
          continue
        }
        if !plain.isEmpty { parts.append(.text(plain)) }
        plain = ""
        if next == "[" {
          parts.append(.segment(self.parts(until: "]")))
          expect("]")
        } else {
          parts.append(place())
          expect("}")
        }
      }
      return plain.isEmpty ? parts : parts + [.text(plain)]
    }

    private mutating func place() -> Part {
      let name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
      rest.removeFirst(name.count)
      isSound = isSound && !name.isEmpty
      if rest.first == ":" {
        rest.removeFirst()
        let kind = String(rest.prefix { !"|?#}".contains($0) })
        rest.removeFirst(kind.count)
        isSound = isSound && !kind.isEmpty && kinds.updateValue(kind, forKey: name) == nil
      }
      switch rest.first {
      case "#":
        rest.removeFirst()
        return .count(name)
      case "?":
        rest.removeFirst()
        return .fallback(name, parts(until: "}"))
      case "|":
        rest.removeFirst()
        let one = parts(until: "|}")
        expect("|")
        return .choice(name, one: one, more: parts(until: "}"))
      default: return .value(name)
      }
    }

    private mutating func expect(_ character: Character) {
      if rest.first == character { rest.removeFirst() } else { isSound = false }
    }
  }
}
