extension Cap {
  /// The text of its cap file; landmarks are left out where there are none.
  public var yaml: String {
    var lines = ["dictionary: \(dictionary.name)", "marker_size_mm: \(markerSizeMm)"]
    if let ids { lines.append("ids: [\(ids.sorted().map(String.init).joined(separator: ", "))]") }
    lines.append("thickness_mm: \(Self.millimetres(thickness))")
    if !landmarks.isEmpty {
      let entries = landmarks.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      lines.append("landmarks: {\(entries.joined(separator: ", "))}")
    }
    if let torso {
      let ids = torso.ids.sorted().map(String.init).joined(separator: ", ")
      lines.append("torso: {marker_size_mm: \(Self.millimetres(torso.markerSize)), ids: [\(ids)]}")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The side of a marker's black square in millimetres, to the micrometre: no print is finer.
  public var markerSizeMm: Double { Self.millimetres(markerSize) }

  private static func millimetres(_ metres: Double) -> Double { (metres * 1e6).rounded() / 1000 }
}
