package import Diagnostics
package import Platform

/// JSON as this program writes it, and JSON that is decoded only where its nesting is that of a file of this program.
package enum JSONText {
  /// A value as a text: keys sorted, so that equal values give equal bytes, a line break at the end.
  ///
  /// - Parameters:
  ///   - keys: how the type's keys become those of the text.
  ///   - isOneLine: true for a text without indentation.
  package static func encode(
    _ value: some Encodable, keys: JSONEncoder.KeyEncodingStrategy = .useDefaultKeys, isOneLine: Bool = false
  ) throws -> Data {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = keys
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if !isOneLine { encoder.outputFormatting.insert(.prettyPrinted) }
    return try encoder.encode(value) + Data("\n".utf8)
  }

  /// Why a text can't be decoded.
  package enum Fault: Error {
    /// Lists and objects are nested too deeply.
    case tooDeep
    /// It is no JSON, or JSON of something else; the decoder's reason.
    case strange(any Error)

    /// What was found, in words.
    package var found: FindingValue {
      switch self {
      case .tooDeep: .phrase("too_deep")
      case .strange: .phrase("something_else")
      }
    }
  }

  /// The value that a text holds: for what programs write, such as the metadata of a recorder or a result. It is right or
  /// refused as a whole; what people write is read through ``FileNode``, whose errors name the place.
  ///
  /// - Parameter keys: how the text's keys become those of the type.
  package static func decode<Value: Decodable>(
    _ type: Value.Type, from text: Data, keys: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys
  ) throws(Fault) -> Value {
    guard !text.withUnsafeBytes({ isTooDeep($0) }) else { throw .tooDeep }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = keys
    do { return try decoder.decode(type, from: text) } catch { throw .strange(error) }
  }

  /// The deepest nesting that a file of this program has, several times over.
  private static let deepest = 32

  /// True where lists and objects are nested too deeply for any file that is read here.
  ///
  /// Decoders take time that grows with the depth faster than with the length: 33 KB of brackets took more than a minute.
  static func isTooDeep(_ bytes: some Sequence<UInt8>) -> Bool {
    var (depth, strings) = (0, JSONStrings())
    for byte in bytes where !strings.take(byte) {
      switch byte {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth > deepest { return true }
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return false
  }
}

extension Encodable {
  /// The value as ``JSONText``, its keys in snake case: the form of this program's machine files.
  package func machineJSON() throws -> Data { try JSONText.encode(self, keys: .convertToSnakeCase) }
}

/// Follows a JSON text byte by byte and tells what stands in its strings, where brackets and words mean nothing.
package struct JSONStrings {
  private var (isInside, isEscaped) = (false, false)

  /// At the beginning of a text.
  package init() {}

  /// Takes in the next byte of the text: true where it belongs to a string, its quotes included.
  package mutating func take(_ byte: UInt8) -> Bool {
    guard isInside else {
      isInside = byte == UInt8(ascii: "\"")
      return isInside
    }
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInside = false
    }
    return true
  }
}
