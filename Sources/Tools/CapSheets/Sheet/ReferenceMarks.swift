import Markers

/// Four marks in the corners of every sheet: by them a photo tells which sheet it shows, from where, and how large a
/// printed millimetre is beside another.
struct ReferenceMarks {
  /// What they are printed in: markers with another number of cells than the cap's, so that neither is taken for the
  /// other.
  let dictionary: MarkerDictionary

  /// Their side in millimetres.
  static let side = 12.0
  /// How far their outer edges lie from the upper and the lower edge of the paper, in millimetres.
  private static let top = 10.0, bottom = 10.0

  /// The marks of a cap with markers of a dictionary.
  init(beside cap: MarkerDictionary) {
    let strong = MarkerDictionary(name: "DICT_APRILTAG_36h11")!
    dictionary = cap.cells == strong.cells ? MarkerDictionary(name: "DICT_7X7_1000")! : strong
  }

  /// How many sheets of each paper have marks of their own.
  var mostSheets: Int { dictionary.count / (4 * Paper.allCases.count) }

  /// The ids of a sheet's marks, clockwise from the upper left corner; sheets count from 0.
  func ids(of paper: Paper, sheet: Int) -> [Int] {
    let first = 4 * (Paper.allCases.firstIndex(of: paper)! * mostSheets + sheet)
    return Array(first..<(first + 4))
  }

  /// Which sheet a mark belongs to and in which corner it stands; nil where no sheet has it.
  func place(of id: Int) -> (paper: Paper, sheet: Int, corner: Int)? {
    let (paper, sheet) = (id / 4 / mostSheets, id / 4 % mostSheets)
    guard id >= 0, paper < Paper.allCases.count else { return nil }
    return (Paper.allCases[paper], sheet, id % 4)
  }

  /// The upper left corners of the marks on a paper, clockwise from the upper left one, in millimetres.
  static func origins(on paper: Paper) -> [SIMD2<Double>] {
    let (left, right) = (SheetMeasures.margin, paper.sizeMm.x - SheetMeasures.margin - side)
    let low = paper.sizeMm.y - bottom - side
    return [[left, top], [right, top], [right, low], [left, low]]
  }
}

extension Paper {
  /// The length of the printed ruler in millimetres.
  public var rulerMm: Double { self == .a3 ? 250 : 180 }
}
