import Analysis
import Diagnostics
import Feedback
import Platform
internal import Reports

/// The axis of a timeline, from 0 to its end in seconds.
struct TimeAxis {
  let end: Double

  /// Where a time lies, from 0 on the left to 1 on the right.
  func share(_ time: Double) -> Double { end > 0 ? min(max(time / end, 0), 1) : 0 }

  /// The same as a length of a style sheet.
  func place(_ time: Double) -> String { NumberText.number(100 * share(time), digits: 3) + "%" }

  /// Round times, at most eight steps between them.
  var ticks: [Double] {
    guard end > 0 else { return [0] }
    let rough = end / 8
    let power = pow(10, floor(log10(rough)))
    let step = ([1, 2, 5].map { $0 * power }.first { $0 >= rough * 0.999 }) ?? 10 * power
    return stride(from: 0, through: end * 1.000_001, by: step).map { $0 }
  }

  func markup(_ book: Phrasebook) -> Markup {
    let digits = end < 8 ? 1 : 0
    let labels = ticks.map { tick -> Markup in
      // A label at the right end would stand beyond it.
      let style = share(tick) > 0.94 ? "last" : tick == 0 ? "first" : ""
      return .element(
        "span", ["class": style, "style": "left:\(place(tick))"], text: book.seconds(tick, digits: digits))
    }
    return .element(
      "div", ["class": "lane axis"], .element("div", ["class": "gutter"]),
      .element("div", ["class": "plot"], .joined(labels)))
  }
}
