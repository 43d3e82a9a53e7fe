import Diagnostics
import Foundation
import Testing

@testable import Viewer

/// Answers with their heads.
@Suite struct ViewAnswerTests {
  @Test func everyAnswerIsForThePageAlone() throws {
    let nothing = ViewAnswer.nothing
    #expect(nothing.status == 204)
    #expect(nothing.head["Content-Type"] == nil)
    #expect(nothing.head["X-Content-Type-Options"] == "nosniff")
    #expect(nothing.head["Content-Security-Policy"]?.contains("frame-ancestors 'none'") == true)
    let json = try ViewAnswer.json(["someValue": 3])
    #expect(json.head["Content-Type"] == "application/json")
    #expect(json.head["Cache-Control"] == "no-store")
    #expect(json.status == 200)
    let script = ViewAnswer.text(Array("x".utf8), "text/javascript")
    #expect(script.head["Content-Type"] == "text/javascript; charset=utf-8")
    #expect(script.content == Data("x".utf8))
  }

  /// Fields of its own go before those that every answer has.
  @Test func aReportHasAnOriginOfItsOwn() {
    let report = ViewAnswer.report(Data("<p>".utf8))
    #expect(report.head["Content-Security-Policy"]?.contains("sandbox allow-scripts") == true)
    #expect(report.head["Content-Type"] == "text/html; charset=utf-8")
    #expect(report.head["Referrer-Policy"] == "no-referrer")
  }

  @Test func aRefusalIsToldInWords() {
    let statuses: [(ViewRefusal, Int)] = [
      (.foreign, 403), (.notFound, 404), (.wrongMethod(allowed: "POST"), 405), (.tooLarge, 413), (.wrongType, 415),
      (.badRequest, 400), (.outdated, 409), (.notReady, 409), (.missesHead, 400),
    ]
    for (refusal, status) in statuses {
      let answer = ViewAnswer.refused(refusal, .english)
      #expect(answer.status == status)
      #expect(answer.fields["Connection"] == "close")
      #expect(Language.english(refusal.word) != refusal.word)
      #expect(String(decoding: answer.content, as: UTF8.self).contains("error"))
    }
    #expect(ViewAnswer.refused(.wrongMethod(allowed: "POST"), .german).fields["Allow"] == "POST")
    #expect(ViewAnswer.refused(.notFound, .german).fields["Allow"] == nil)
  }
}
