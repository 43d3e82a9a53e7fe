public import Markers

/// The sheets of a cap: markers at their exact size, with white around them, to be cut out.
public struct CapSheets: Sendable {
  /// What is printed.
  public let cap: Cap
  /// On what.
  public let paper: Paper
  /// Where the markers go on the head; nil for a mere list of markers.
  public let plan: CapPlan?
  /// The pages with markers.
  public let sheets: [CapSheet]

  /// Lays out a list of markers, to be cut out one by one.
  ///
  /// - Throws: `CapSheetError.tooLarge` where a marker does not fit on the paper.
  public init(of ids: [Int], on cap: Cap, paper: Paper) throws(CapSheetError) {
    let parts = ids.map { Part(ids: [$0], ring: nil, spacing: 0) }
    (self.cap, self.paper, plan) = (cap, paper, nil)
    sheets = try SheetMeasures(cap, paper).sheets(of: parts)
  }

  /// Lays out the markers of a plan, ring by ring.
  ///
  /// - Throws: `CapSheetError.tooLarge` where a marker does not fit on the paper.
  public init(of plan: CapPlan, on cap: Cap, paper: Paper, cut: CutForm) throws(CapSheetError) {
    let measures = SheetMeasures(cap, paper)
    let parts = plan.rings.enumerated().flatMap { index, ring in
      let spacing = cut == .strips ? 1000 * ring.spacing : 0
      let most = cut == .strips ? measures.mostInRow(spacing: spacing) : 1
      return stride(from: 0, to: ring.ids.count, by: most).map { start in
        Part(ids: Array(ring.ids[start..<min(start + most, ring.ids.count)]), ring: index + 1, spacing: spacing)
      }
    }
    (self.cap, self.paper, self.plan) = (cap, paper, plan)
    sheets = try measures.sheets(of: parts)
  }

  /// What is cut out in one piece, before it has a place.
  struct Part {
    /// The markers, the ring, and the distance from centre to centre in millimetres.
    let ids: [Int], ring: Int?, spacing: Double
  }
}

/// The measures of a sheet, in millimetres.
struct SheetMeasures {
  /// The side of a marker, the white around it (one of its cells), and the paper.
  let side: Double, white: Double, page: SIMD2<Double>
  private let paper: Paper

  /// Paper that stays free at the left and right, above the pieces and below them.
  static let margin = 12.0, head = 22.0, foot = 30.0
  /// The line under a marker that holds its id.
  static let label = 3.5
  /// Between two pieces.
  static let gap = 4.0

  init(_ cap: Cap, _ paper: Paper) {
    side = 1000 * cap.markerSize
    white = side / Double(cap.dictionary.cells + 2)
    (page, self.paper) = (paper.sizeMm, paper)
  }

  /// A piece with one marker: its width and height.
  var patch: SIMD2<Double> { [side + 2 * white, side + 2 * white + Self.label] }

  /// How many markers of a strip fit side by side; at least one.
  func mostInRow(spacing: Double) -> Int { max(1, Int((page.x - 2 * Self.margin) / max(spacing, patch.x))) }

  /// Places pieces in rows, and rows on pages, in the order in which they are given.
  func sheets(of parts: [CapSheets.Part]) throws(CapSheetError) -> [CapSheet] {
    let end: SIMD2<Double> = [page.x - Self.margin, page.y - Self.foot]
    guard Self.margin + patch.x <= end.x, Self.head + patch.y <= end.y else {
      throw .tooLarge(markerSizeMm: side, paper: paper.rawValue)
    }
    var (sheets, pieces): ([CapSheet], [CapSheet.Piece]) = ([], [])
    var corner: SIMD2<Double> = [Self.margin, Self.head]
    for part in parts {
      let spacing = max(part.spacing, patch.x)
      let size: SIMD2<Double> = [spacing * Double(part.ids.count), patch.y]
      if corner.x + size.x > end.x + 1e-9 { corner = [Self.margin, corner.y + patch.y + Self.gap] }
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
