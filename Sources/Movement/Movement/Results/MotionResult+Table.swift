public import Diagnostics
package import Geometry

extension MotionResult {
  /// The result in a few lines: what was measured, each angle with its interval, the neutral-zero form, the repeats.
  public func table(_ language: Language) -> String {
    let rows = quantities
    let names = rows.map { language.term($0.key, of: "motion_value") }
    let width = names.map(\.count).max() ?? 0
    let lines = zip(names, rows).map { name, row in
      let text =
        row.value.map { value in
          language(
            "motion.interval",
            [
              "degrees": degrees(value.degrees), "low": degrees(value.ci95[0]), "high": degrees(value.ci95[1]),
            ])
        } ?? language("motion.withheld")
      return "  " + name + String(repeating: " ", count: width - name.count + 2) + text
    }
    var all = [heading(language)]
    if let text = neckText(language) { all.append("  " + text) }
    all += lines
    if let neutralZero {
      all.append(
        "  "
          + language(
            "motion.neutral_zero",
            ["notation": .text(neutralZero.notation), "order": .term(neutralZero.order, of: "neutral_zero")]))
    }
    all.append("  " + language("motion.frames", ["valid": .count(gates.valid), "all": .count(gates.all)]))
    all.append("  " + language("motion.repeats", ["count": .count(repeats.count)]))
    all += paceAndNorm(language).map { "  " + $0 }
    all += findings.filter { $0.severity == .withheld }.map { "  " + $0.text(language) }
    return all.joined(separator: "\n") + "\n"
  }

  /// What is measured: joint, side, movement and what it is taken against, such as `knee, right: flexion`.
  package func heading(_ language: Language) -> String {
    var named: [String: FindingValue] = ["joint": .joint(joint), "movement": .movement(movement)]
    if let side { named["side"] = .motionSide(side) }
    if let reference { named["reference"] = .term(reference.rawValue, of: "motion_reference") }
    if let effort { named["effort"] = .term(effort.rawValue, of: "effort") }
    return language("motion.heading", named)
  }

  /// How the angles of a neck are defined, by what its axes are told and where its zero is; nil for others.
  package func neckText(_ language: Language) -> String? {
    guard let neck else { return nil }
    var known: [FindingValue] = []
    if let neutral = neck.neutral {
      known = [.term(neutral.axes.rawValue, of: "neck_axes"), .term(neutral.kind, of: "neck_zero")]
    }
    if let seenBy = neck.seenBy { known.append(.term(seenBy, of: "neck_line")) }
    let isOfCap = neck.neutral.map { ![.body, .table].contains($0.axes) } ?? true
    let isWhole = isOfCap || (source.dimensions == 3 && source.format != .mot)
    let named: [String: FindingValue] = known.isEmpty ? [:] : ["axes": .list(known)]
    return isWhole ? language("motion.neck_sequence", named) : language("motion.neck_angle", named)
  }

  /// The values in the order of tables; of a neck those of the sides, or of flexion and extension.
  package var quantities: [MotionQuantity] {
    guard let neck else {
      return [
        .init("start", values.start), .init("minimum", values.minimum), .init("maximum", values.maximum),
        .init("return", values.return), .init("range", values.range),
      ]
    }
    guard movement != .flexion else {
      return [
        .init("extension", values.minimum?.turned), .init("flexion", values.maximum), .init("arc", values.range),
      ]
    }
    if let side { return [.init(side.rawValue, side == .left ? neck.sides?.left : neck.sides?.right)] }
    return [
      .init("left", neck.sides?.left), .init("right", neck.sides?.right), .init("arc", values.range),
      .init("difference", neck.difference),
    ]
  }

  private func paceAndNorm(_ language: Language) -> [String] {
    var lines: [String] = []
    let pace = Dictionary(uniqueKeysWithValues: self.pace.map { ($0.key, text($0, language)) }).compactMapValues(\.self)
    if let mean = pace["mean_speed"], let peak = pace["peak_speed"] {
      lines.append(language("motion.speed", ["mean": .text(mean), "peak": .text(peak)]))
    }
    if let left = pace["time_left"], let middle = pace["time_middle"], let right = pace["time_right"] {
      lines.append(
        language("motion.time_to_side", ["left": .text(left), "middle": .text(middle), "right": .text(right)]))
    }
    if let unseen = neck?.timeToSideS?.unseen, unseen >= 0.05 {
      lines.append(language("motion.unseen", ["time": .number(unseen, decimals: 1, unit: "s")]))
    }
    if let norm = normText(language) { lines.append(norm) }
    return lines
  }

  /// The published norm of one side in a sentence; nil without one.
  package func normText(_ language: Language) -> String? {
    neck?.norm.map { norm in
      language(
        "motion.norm",
        [
          "degrees": whole(norm.sideDegrees), "effort": .term(norm.effort.rawValue, of: "effort"),
          "months": .number(norm.belowMonths, decimals: 0), "source": .text(norm.source),
        ])
    }
  }

  private func whole(_ value: Double) -> FindingValue { .number(value, decimals: 0, unit: "°") }

  /// A speed or a time with its interval, nil without one; nobody says degrees a second twice in a line.
  private func text(_ row: PaceRow, _ language: Language) -> String? {
    let unit = row.unit == "s" ? "s" : "°"
    let number = { (number: Double) in FindingValue.number(number, decimals: row.decimals, unit: unit) }
    guard let interval = row.estimate.ci95 else { return nil }
    return language(
      "motion.interval",
      [
        "degrees": number(row.estimate.value), "low": number(interval.lowerBound), "high": number(interval.upperBound),
      ])
  }

  private func degrees(_ value: Double) -> FindingValue { .number(value, decimals: 1, unit: "°") }
}

/// A value of a range of motion with its name: all that tables, pages, comparisons and histories ask of a result.
package struct MotionQuantity: Sendable {
  /// What it is called in files.
  package let key: String
  /// The value; nil where it is withheld.
  package let value: MotionValue?

  init(_ key: String, _ value: MotionValue?) { (self.key, self.value) = (key, value) }
}

/// A speed or a time of a neck, as tables list it.
package struct PaceRow: Sendable, Equatable {
  /// What it is: a term of `motion_pace`.
  package let key: String
  /// The value with its interval, which the time without a frame that counts does not have.
  package let estimate: Estimate
  /// `°/s` or `s`, and how many decimals are printed.
  package let unit: String, decimals: Int

  /// The key of the time without a frame that counts.
  package static let unseen = "time_unseen"
}

extension MotionResult {
  /// The speeds and times of a neck, in the order of tables. Results of before there were intervals have none here: their
  /// speeds were defined otherwise.
  package var pace: [PaceRow] {
    let speeds = neck?.speed.map { speed in
      [("mean_speed", speed.meanDegS, speed.meanCi95), ("peak_speed", speed.peakDegS, speed.peakCi95)]
    }
    let times = neck?.timeToSideS.map { time in
      [
        ("time_left", time.left, time.leftCi95), ("time_middle", time.middle, time.middleCi95),
        ("time_right", time.right, time.rightCi95),
      ]
    }
    let known = [(speeds, "°/s", 0), (times, "s", 1)].flatMap { values, unit, decimals in
      (values ?? []).filter { $0.2 != nil }
        .map {
          PaceRow(key: $0.0, estimate: .init($0.1, ci95: ClosedRange(ends: $0.2)), unit: unit, decimals: decimals)
        }
    }
    let unseen = neck?.timeToSideS?.unseen.map {
      PaceRow(key: PaceRow.unseen, estimate: .init($0, ci95: nil), unit: "s", decimals: 1)
    }
    return known + [unseen].compactMap(\.self)
  }
}
