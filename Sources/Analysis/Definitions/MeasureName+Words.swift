extension MeasureName {
  /// The name for people.
  public var title: String {
    switch self {
    case .length: "Length (OFD)"
    case .width: "Width (BPD)"
    case .cranialIndex: "Cranial index"
    case .circumference: "Circumference"
    case .perimeter: "Contour length"
    case .diagonalLeftFront: "Diagonal, left front"
    case .diagonalRightFront: "Diagonal, right front"
    case .cva: "CVA"
    case .cvai: "CVAI"
    case .cvaiShorter: "CVAI over the shorter"
    case .oddi: "ODDI"
    case .oclr: "OCLR"
    case .rsi: "Radial symmetry index"
    case .volume: "Volume"
    case .volumeLeftFront: "Volume, left front"
    case .volumeRightFront: "Volume, right front"
    case .volumeLeftBack: "Volume, left back"
    case .volumeRightBack: "Volume, right back"
    case .asr: "Anterior symmetry ratio"
    case .psr: "Posterior symmetry ratio"
    case .acai: "ACAI"
    case .pcai: "PCAI"
    case .earShift: "Ear shift"
    case .axisDifference: "Axis difference"
    }
  }

  /// What the value means, in one clause.
  public var definition: String {
    switch self {
    case .length: "extent of the section from back to front"
    case .width: "extent of the section from left to right, ears excluded"
    case .cranialIndex: "100 · width / length"
    case .circumference: "perimeter of the section's convex hull, as a tape lies"
    case .perimeter: "length of the section's closed contour, ripples below 9 mm smoothed away"
    case .diagonalLeftFront: "through the centre, from left front to right back"
    case .diagonalRightFront: "through the centre, from right front to left back"
    case .cva: "difference of the diagonals"
    case .cvai: "100 · CVA / longer diagonal"
    case .cvaiShorter: "100 · CVA / shorter diagonal"
    case .oddi: "100 · longer diagonal / shorter diagonal"
    case .oclr: "100 · longer / shorter of the diagonals at 40° from the midline"
    case .rsi: "sum of the differences of left and right radii of the section, every 15°"
    case .volume: "of the head above the base plane, ears included"
    case .volumeLeftFront, .volumeRightFront, .volumeLeftBack, .volumeRightBack:
      "of the quadrant between base plane and surface, bounded by midline and coronal plane"
    case .asr: "100 · smaller / larger of the front quadrants"
    case .psr: "100 · smaller / larger of the back quadrants"
    case .acai: "100 · difference of the front quadrants / the larger"
    case .pcai: "100 · difference of the back quadrants / the larger"
    case .earShift: "how much farther forward the right tragion lies than the left"
    case .axisDifference: "angle from the sellion axis to the ear-line axis; positive where the right ear lies forward"
    }
  }
}
