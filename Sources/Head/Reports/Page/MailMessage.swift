public import Platform
internal import Files

/// A message with one file attached, as a mail program opens it to be addressed and sent (RFC 5322, 2045 and 2047). It has no
/// address and names nobody; the attached file names whom it names.
public struct MailMessage: Sendable {
  let subject, text: String
  let attachment: (name: String, type: String, content: Data)

  /// A message from its parts.
  ///
  /// - Parameters:
  ///   - subject: without line breaks.
  ///   - attachment: its name in plain letters.
  public init(subject: String, text: String, attachment: (name: String, type: String, content: Data)) {
    (self.subject, self.text) = (subject.printable(limit: 200), text)
    self.attachment = attachment
  }

  /// The bytes of the message; equal parts give equal bytes.
  public var data: Data {
    let boundary = "calvaria-" + Checksum.sha256(Array(attachment.content)).prefix(16)
    let lines = [
      "MIME-Version: 1.0", "X-Unsent: 1", "Subject: " + encodedSubject,
      "Content-Type: multipart/mixed; boundary=\"\(boundary)\"", "", "--\(boundary)",
      "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "", Self.base64(Data(text.utf8)),
      "--\(boundary)", "Content-Type: \(attachment.type); name=\"\(attachment.name)\"",
      "Content-Disposition: attachment; filename=\"\(attachment.name)\"", "Content-Transfer-Encoding: base64", "",
      Self.base64(attachment.content), "--\(boundary)--", "",
    ]
    return Data(lines.joined(separator: "\r\n").utf8)
  }

  /// The subject as encoded words of at most 75 bytes; no letter is parted.
  private var encodedSubject: String {
    var (words, word): ([String], [UInt8]) = ([], [])
    for letter in subject {
      let bytes = Array(String(letter).utf8)
      if word.count + bytes.count > Self.wordBytes {
        words.append(Data(word).base64EncodedString())
        word = []
      }
      word += bytes
    }
    words.append(Data(word).base64EncodedString())
    return words.map { "=?utf-8?B?\($0)?=" }.joined(separator: "\r\n ")
  }

  /// Base64 makes 48 bytes of 36, and the name of the header stands before the first ones: no line has more than 76.
  private static let wordBytes = 36

  private static func base64(_ data: Data) -> String {
    data.base64EncodedString(options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
  }
}
