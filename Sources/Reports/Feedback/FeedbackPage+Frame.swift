import Feedback

extension FeedbackPage {
  /// What is known of the chosen frame; the page's script fills it in.
  var framePanel: Markup {
    let rows: [(String, PrintedWord)] = [
      ("time", .time), ("name", .frame), ("state", .state), ("vibrating", .vibration), ("hint", .hint),
      ("overlap", .overlap), ("distance", .distance), ("invalid", .withoutDepth), ("blur", .blur),
      ("progress", .markers), ("alerts", .alerts), ("said", .saidLast), ("advice", .nextPart),
    ]
    let figures = rows.map { id, word in
      Markup.element("dt", text: book[word]) + .element("dd", ["id": "f-\(id)"])
    }
    return .element(
      "figure", [:], .element("img", ["id": "image", "alt": book[.image]]), .element("figcaption", ["id": "caption"]))
      + .element("dl", [:], .joined(figures))
  }
}
