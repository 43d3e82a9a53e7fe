import Foundation
import Testing

@testable import Reports

/// Messages with a file attached.
@Suite struct MailMessageTests {
  private func message(_ subject: String) -> String {
    String(
      decoding: MailMessage(
        subject: subject, text: "Grüße\n", attachment: ("r.pdf", "application/pdf", Data((0...255).map { UInt8($0) }))
      ).data, as: UTF8.self)
  }

  @Test func everyLineIsShortAndPlain() {
    let text = message(String(repeating: "Hüfte, ", count: 20))
    for line in text.components(separatedBy: "\r\n") {
      #expect(line.utf8.count <= 76 && line.utf8.allSatisfy { $0 < 128 })
    }
    #expect(
      !text.replacingOccurrences(of: "\r\n", with: "").contains { $0.isNewline }, "every line ends as RFC 5322 wants it"
    )
  }

  /// No letter is parted between two encoded words, and nothing of a subject can become another header.
  @Test func subjectsAreEncodedWordByWord() throws {
    for subject in ["Knie", String(repeating: "äß€🦴", count: 12), "a\r\nBcc: somebody"] {
      let text = message(subject)
      let start = try #require(text.range(of: "Subject: ")), end = try #require(text.range(of: "\r\nContent-Type"))
      let words = text[start.upperBound..<end.lowerBound].components(separatedBy: "\r\n ")
      let parts = words.map { word in
        Data(base64Encoded: String(word.dropFirst("=?utf-8?B?".count).dropLast(2))).flatMap {
          String(data: $0, encoding: .utf8)
        }
      }
      #expect(words.allSatisfy { $0.utf8.count <= 75 } && parts.allSatisfy { $0 != nil })
      let read = parts.compactMap(\.self).joined()
      #expect(!read.contains(where: \.isNewline) && !text.contains("\r\nBcc"))
      if !subject.contains("\r") { #expect(read == subject) }
    }
  }

  @Test func equalPartsGiveEqualBytes() { #expect(message("a") == message("a")) }
}
