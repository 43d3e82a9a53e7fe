/// What is cut out in one piece, before it has a place on a sheet.
struct SheetPart {
  /// The markers, and the ring that they belong to, from 1; nil without a plan.
  let ids: [Int], ring: Int?
  /// From centre to centre, in millimetres.
  let spacing: Double
}
