import Markers

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
