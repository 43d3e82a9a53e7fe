/// Programs whose files are not read as they are, told by how the files begin.
enum OtherProgram {
  /// The name of the program or the form; nil where it is none that is known.
  static func of(_ start: [UInt8]) -> String? { signatures.first { start.starts(with: $0.bytes) }?.name }

  private static let signatures: [(bytes: [UInt8], name: String)] = [
    (Array("scorer,".utf8), "DeepLabCut"), (Array("track,frame_idx,".utf8), "SLEAP"),
    ([0x89] + Array("HDF".utf8), "HDF5 (DeepLabCut, SLEAP)"), ([0x93] + Array("NUMPY".utf8), "NumPy"),
    (Array("PK\u{3}\u{4}".utf8), "ZIP (NumPy, PyTorch)"), ([0x80, 2], "pickle"), ([0x80, 3], "pickle"),
    ([0x80, 4], "pickle"), ([0x80, 5], "pickle"), (Array("HIERARCHY".utf8), "BVH"), (Array("Kaydara FBX".utf8), "FBX"),
    ([2, 0x50], "C3D"),
  ]
}
