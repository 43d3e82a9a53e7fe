import Diagnostics
public import Markers

/// The sheets of a cap: markers at their exact size, with white around them, to be cut out.
public struct CapSheets: Sendable {
  /// The cap whose markers are printed.
  public let cap: Cap
  /// The paper that they are printed on.
  public let paper: Paper
  /// Where the markers go on the head; nil for a mere list of markers.
  public let plan: CapPlan?
  /// The pages with markers.
  public let sheets: [CapSheet]

  /// Lays out a list of markers in their order.
  ///
  /// - Throws: `CapSheetError.tooLarge` where a marker does not fit on the paper, `.tooManySheets`.
  public init(of ids: [Int], on cap: Cap, paper: Paper, cut: CutForm = .patches) throws(CapSheetError) {
    let measures = SheetMeasures(cap, paper)
    let most = cut == .strips ? measures.mostInRow(spacing: 0) : 1
    try self.init(measures, cap, plan: nil, parts: Self.parts(of: ids, ring: nil, spacing: 0, most: most))
  }

  /// Lays out the markers of a plan, ring by ring.
  ///
  /// - Throws: `CapSheetError.tooLarge` where a marker does not fit on the paper, `.tooManySheets`.
  public init(of plan: CapPlan, on cap: Cap, paper: Paper, cut: CutForm = .patches) throws(CapSheetError) {
    let measures = SheetMeasures(cap, paper)
    let parts = plan.rings.enumerated().flatMap { index, ring in
      let spacing = cut == .strips ? 1000 * ring.spacing : 0
      let most = cut == .strips ? measures.mostInRow(spacing: spacing) : 1
      return Self.parts(of: ring.ids, ring: index + 1, spacing: spacing, most: most)
    }
    try self.init(measures, cap, plan: plan, parts: parts)
  }

  private init(_ measures: SheetMeasures, _ cap: Cap, plan: CapPlan?, parts: [SheetPart]) throws(CapSheetError) {
    (self.cap, paper, self.plan) = (cap, measures.paper, plan)
    sheets = try measures.sheets(of: parts)
    let most = ReferenceMarks(beside: cap.dictionary).mostSheets
    guard sheets.count <= most else { throw .tooManySheets(sheets.count, most: most) }
  }

  private static func parts(of ids: [Int], ring: Int?, spacing: Double, most: Int) -> [SheetPart] {
    stride(from: 0, to: ids.count, by: most).map { start in
      SheetPart(ids: Array(ids[start..<min(start + most, ids.count)]), ring: ring, spacing: spacing)
    }
  }
}

/// A sheet of paper.
public enum Paper: String, Sendable, CaseIterable {
  case a4, letter, a3

  /// Width and height in millimetres, upright.
  public var sizeMm: SIMD2<Double> {
    switch self {
    case .a4: [210, 297]
    case .letter: [215.9, 279.4]
    case .a3: [297, 420]
    }
  }

  /// How people write it.
  public var name: String {
    switch self {
    case .a4: "A4"
    case .letter: "Letter"
    case .a3: "A3"
    }
  }
}

/// How markers are cut out: one by one, or as strips of neighbours.
public enum CutForm: String, Sendable, CaseIterable {
  case patches, strips
}

/// One page of markers: what stands where, in millimetres from its upper left corner.
public struct CapSheet: Sendable, Equatable {
  /// A printed marker.
  public struct Marker: Sendable, Equatable {
    /// Its id.
    public let id: Int
    /// The upper left corner of its black square.
    public let origin: SIMD2<Double>
  }

  /// A piece that is cut out of a sheet: one marker, or several of a ring.
  public struct Piece: Sendable, Equatable {
    /// The upper left corner, and the size.
    public let origin: SIMD2<Double>, size: SIMD2<Double>
    /// The markers on it, from the left.
    public let markers: [Marker]
    /// The ring that it belongs to, from 1; nil without a plan.
    public let ring: Int?
  }

  /// The pieces, in rows from the top.
  public let pieces: [Piece]
}

/// A piece to cut out that has no place on a sheet yet.
struct SheetPart {
  /// The markers, and the ring that they belong to, from 1; nil without a plan.
  let ids: [Int], ring: Int?
  /// From centre to centre, in millimetres.
  let spacing: Double
}

/// The measures of a sheet, in millimetres.
struct SheetMeasures {
  /// The side of a marker, the white around it (one of its cells), and the paper.
  let side: Double, white: Double, paper: Paper

  /// Paper that stays free at the left and right, above the pieces and below them: printers leave out up to 6 mm, and
  /// the marks in the corners, the ruler and three lines of text need their place.
  static let margin = 12.0, head = 30.0, foot = 46.0
  /// Between two pieces side by side, and between two rows, where the ids stand.
  static let gap = 4.0, rowGap = 7.5

  init(_ cap: Cap, _ paper: Paper) {
    side = cap.markerSizeMm
    white = side / Double(cap.dictionary.cells + 2)
    self.paper = paper
  }

  /// A piece with one marker: its width and height.
  var patch: SIMD2<Double> { SIMD2(repeating: side + 2 * white) }

  /// How many markers of a strip fit side by side; at least one.
  func mostInRow(spacing: Double) -> Int {
    max(1, Int((paper.sizeMm.x - 2 * Self.margin) / max(spacing, patch.x) + 1e-9))
  }

  /// Places pieces in rows, and rows on pages, in the order in which they are given.
  func sheets(of parts: [SheetPart]) throws(CapSheetError) -> [CapSheet] {
    let end: SIMD2<Double> = [paper.sizeMm.x - Self.margin, paper.sizeMm.y - Self.foot]
    guard Self.margin + patch.x <= end.x, Self.head + patch.y <= end.y else {
      throw .tooLarge(sideMm: side, paper)
    }
    var (sheets, pieces): ([CapSheet], [CapSheet.Piece]) = ([], [])
    var corner: SIMD2<Double> = [Self.margin, Self.head]
    for part in parts {
      let spacing = max(part.spacing, patch.x)
      let size: SIMD2<Double> = [spacing * Double(part.ids.count), patch.y]
      if corner.x + size.x > end.x + 1e-9 { corner = [Self.margin, corner.y + patch.y + Self.rowGap] }
      if corner.y + size.y > end.y {
        sheets.append(CapSheet(pieces: pieces))
        (pieces, corner) = ([], [Self.margin, Self.head])
      }
      let markers = part.ids.enumerated().map { index, id in
        let centre = corner.x + spacing * (Double(index) + 0.5)
        return CapSheet.Marker(id: id, origin: [centre - side / 2, corner.y + white])
      }
      pieces.append(CapSheet.Piece(origin: corner, size: size, markers: markers, ring: part.ring))
      corner.x += size.x + Self.gap
    }
    return pieces.isEmpty ? sheets : sheets + [CapSheet(pieces: pieces)]
  }
}

/// Four marks in the corners of every sheet: by them a photo tells which sheet it shows, from where, and how large a
/// printed millimetre is beside another.
struct ReferenceMarks {
  /// The dictionary of the marks: markers with another number of cells than the cap's, so that neither is taken for the
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

/// Why a cap can't be printed as it was asked for.
public enum CapSheetError: UserFacingError, Equatable {
  /// A marker does not fit on the paper.
  case tooLarge(sideMm: Double, Paper)
  /// There are more sheets than the marks in their corners can tell apart.
  case tooManySheets(Int, most: Int)
  /// The ids are no ids of the dictionary, or one stands twice.
  case badIDs(expected: FindingValue, found: FindingValue)
  /// The output has no suffix of a kind that is written.
  case badSuffix(path: String)
  /// The library refuses.
  case cannotDraw(reason: String)

  public var message: ErrorMessage {
    switch self {
    case .tooLarge(let side, let paper):
      ErrorMessage(
        .capSheetTooLarge, at: "--size-mm", nil,
        ["side": .exact(side, unit: "mm"), "paper": .text(paper.name)])
    case .tooManySheets(let count, let most):
      ErrorMessage(.capSheetTooMany, at: "--ids", nil, ["count": .count(count), "most": .count(most)])
    case .badIDs(let expected, let found):
      ErrorMessage(.capSheetBadIDs, at: "--ids", nil, ["expected": expected, "found": found])
    case .badSuffix(let path): ErrorMessage(.capSheetBadSuffix, at: path)
    case .cannotDraw(let reason): ErrorMessage(.capSheetCannotDraw, at: nil, ["reason": .text(reason)])
    }
  }
}

/// Ids as they are written in a call: `0-45` or `3, 7, 9-12`.
public enum IDList {
  /// The ids in the order in which they are named.
  ///
  /// - Throws: `CapSheetError.badIDs` for what is no id of the dictionary, and for one that is named twice.
  public static func parse(_ text: String, of dictionary: MarkerDictionary) throws(CapSheetError) -> [Int] {
    var ids: [Int] = []
    var seen: Set<Int> = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      for id in try range(part, dictionary) {
        guard seen.insert(id).inserted else {
          throw .badIDs(expected: .phrase("each_id_once"), found: .phrase("id_twice", ["id": .count(id)]))
        }
        ids.append(id)
      }
    }
    return ids
  }

  private static func range(
    _ part: Substring, _ dictionary: MarkerDictionary
  ) throws(CapSheetError) -> ClosedRange<Int> {
    let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(number)
    guard (1...2).contains(ends.count), let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last else {
      throw .badIDs(expected: .phrase("id_or_range"), found: .quoted(part))
    }
    guard last < dictionary.count else {
      throw .badIDs(
        expected: .phrase("ids_of", ["last": .count(dictionary.count - 1), "dictionary": .text(dictionary.name)]),
        found: .count(last))
    }
    return first...last
  }

  /// A whole number with spaces around it; nil for anything else.
  private static func number(_ text: Substring) -> Int? {
    let start = text.drop { $0 == " " }
    guard let end = start.lastIndex(where: { $0 != " " }) else { return nil }
    return Int(start[...end])
  }
}

extension [Int] {
  /// The ids in words: ranges where three or more follow each other.
  var runs: String {
    var runs: [ClosedRange<Int>] = []
    for id in sorted() {
      if let last = runs.last, last.upperBound + 1 == id {
        runs[runs.count - 1] = last.lowerBound...id
      } else {
        runs.append(id...id)
      }
    }
    let words = runs.flatMap { run in
      run.count < 3 ? run.map { "\($0)" } : ["\(run.lowerBound)–\(run.upperBound)"]
    }
    return words.joined(separator: ", ")
  }
}
