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

  /// What is cut out in one piece: one marker, or several of a ring.
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
