/// What phones and apps do to depth before it is written: average it in time and over neighbours, fill its holes.
struct FilteredDepth: Sendable {
  /// The share of an average in time that is from the frames before; 0 is none.
  let earlierShare: Double
  private let radius, gap: Int

  /// Depths that differ by more, in codes of 0.2 mm, are not averaged.
  private static let gate = 100

  init(_ plan: FaultPlan) {
    earlierShare = (plan[.depthTemporal]?.amount ?? 0) / 100
    radius = Int((plan[.depthSmoothed]?.amount ?? 0).rounded())
    gap = Int((plan[.depthFilled]?.amount ?? 0).rounded())
  }

  /// Depth codes as they are written.
  ///
  /// - Parameter frames: what was measured in the frame and in those before it, earliest first; just the frame where
  ///   nothing is averaged in time.
  func codes(_ frames: [[UInt16]], width: Int) -> [UInt16] {
    var codes = frames[0]
    for frame in frames.dropFirst() { codes = averaged(frame, over: codes) }
    if radius > 0 { codes = smoothed(codes, width) }
    if gap > 0 { codes = filled(filled(codes, width, inRows: true), width, inRows: false) }
    return codes
  }

  /// A hole keeps what was there before.
  private func averaged(_ frame: [UInt16], over earlier: [UInt16]) -> [UInt16] {
    zip(frame, earlier).map { now, before in
      guard now > 0, before > 0 else { return max(now, before) }
      guard abs(Int(now) - Int(before)) <= Self.gate else { return now }
      return UInt16((Double(now) * (1 - earlierShare) + Double(before) * earlierShare).rounded())
    }
  }

  private func smoothed(_ codes: [UInt16], _ width: Int) -> [UInt16] {
    let height = codes.count / width
    var smooth = codes
    for y in 0..<height {
      for x in 0..<width where codes[y * width + x] > 0 {
        let own = Int(codes[y * width + x])
        var (sum, count) = (0, 0)
        for v in max(0, y - radius)...min(height - 1, y + radius) {
          for u in max(0, x - radius)...min(width - 1, x + radius) {
            let other = Int(codes[v * width + u])
            if other > 0, abs(other - own) <= Self.gate { (sum, count) = (sum + other, count + 1) }
          }
        }
        smooth[y * width + x] = UInt16((Double(sum) / Double(count)).rounded())
      }
    }
    return smooth
  }

  /// Holes between two measurements of a line, as a ramp from one to the other.
  private func filled(_ codes: [UInt16], _ width: Int, inRows: Bool) -> [UInt16] {
    let height = codes.count / width
    let (lines, length, step, stride) = inRows ? (height, width, width, 1) : (width, height, 1, width)
    var filled = codes
    for line in 0..<lines {
      var last: Int?
      for place in 0..<length {
        let i = line * step + place * stride
        guard codes[i] > 0 else { continue }
        if let last, place - last > 1, place - last - 1 <= gap {
          let (a, b) = (Double(codes[line * step + last * stride]), Double(codes[i]))
          for hole in (last + 1)..<place {
            let share = Double(hole - last) / Double(place - last)
            filled[line * step + hole * stride] = UInt16((a + (b - a) * share).rounded())
          }
        }
        last = place
      }
    }
    return filled
  }
}
