internal import Diagnostics
internal import Reports

extension StudyPage {
  /// What goes with the operators and their ratings.
  var ratings: Markup {
    guard let part = summary.ratings else { return .empty }
    let rows = part.fields.flatMap { field in
      field.relations.map { relation -> [Markup] in
        let quantity = language.term(relation.quantity, of: "rated_quantity")
        let start = [name(field), .text(quantity), .text("\(relation.scans)"), .text("\(relation.subjects)")]
        switch relation.test {
        case .refused(let reason): return start + [.text(reason.text(language)), .empty]
        case .value(let test):
          let correlation = test.correlation.map { "ρ = " + text.plain($0) } ?? language("study.rank_test")
          return start
            + [.text(correlation), .text(text.probability(relation.correctedProbability ?? test.probability))]
        }
      }
    }
    let answers = part.fields.map { field -> [Markup] in
      let list = field.answers.map { "\($0.answer.printable(limit: 40)): \($0.measured) / \($0.scans)" }
      return [name(field), .text("\(field.scans)"), .text(list.joined(separator: ", "))]
    }
    let texts = part.texts.map { $0.printable(limit: 40) }
    return .element("h2", text: language("study.ratings"))
      + PageParts.quiet(language("study.ratings_note", ["count": .count(part.scans)]))
      + PageParts.table(columns("study.answer_columns"), numbers: [1], answers)
      + PageParts.table(columns("study.relation_columns"), numbers: [2, 3], rows)
      + (texts.isEmpty ? .empty : PageParts.quiet(language("study.rating_texts", ["fields": .names(texts)])))
  }

  private func name(_ field: RatingsPart.Field) -> Markup {
    switch field.source {
    case .rating: .foreign(field.field)
    case .stated: .text(language("study.operator"))
    }
  }
}
