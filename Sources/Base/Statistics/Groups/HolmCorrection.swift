/// Probabilities of several tests, corrected so that the chance of any false alarm is kept (Holm 1979, *Scand. J. Stat.* 6:65).
public enum HolmCorrection {
  /// The corrected probabilities in the order given: the i-th smallest of m times m − i + 1, none smaller than one before it, and
  /// none above 1.
  public static func corrected(_ probabilities: [Double]) throws(StatisticsError) -> [Double] {
    try Checks.finite(probabilities)
    for value in probabilities where value < 0 || value > 1 { throw .outOfRange(.probability, value) }
    var (corrected, largest) = (probabilities, 0.0)
    let order = probabilities.indices.sorted { probabilities[$0] < probabilities[$1] }
    for (rank, index) in order.enumerated() {
      largest = max(largest, min(1, probabilities[index] * Double(order.count - rank)))
      corrected[index] = largest
    }
    return corrected
  }
}
