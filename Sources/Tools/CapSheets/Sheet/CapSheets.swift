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
