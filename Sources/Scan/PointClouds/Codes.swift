public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let registrationNothingToSee = FindingCode("registration.nothing_to_see")
  public static let registrationTooLittleSurface = FindingCode("registration.too_little_surface")
  public static let registrationTooFewInliers = FindingCode("registration.too_few_inliers")
  public static let registrationLargeResidual = FindingCode("registration.large_residual")
  public static let registrationIllConditioned = FindingCode("registration.ill_conditioned")

  public static let surfaceDamaged = FindingCode("surface.damaged")
  public static let surfaceParts = FindingCode("surface.parts")
}

/// What fails here.
extension ErrorCode {
  public static let fusionBadOption = ErrorCode("fusion.bad_option")

  public static let meshFileUnreadable = ErrorCode("mesh_file.unreadable")
  public static let meshFileTooLarge = ErrorCode("mesh_file.too_large")
  public static let meshFileUnknownFormat = ErrorCode("mesh_file.unknown_format")
  public static let meshFileNeedsConversion = ErrorCode("mesh_file.needs_conversion")
  public static let meshFileMalformed = ErrorCode("mesh_file.malformed")
  public static let meshFileTruncated = ErrorCode("mesh_file.truncated")
  public static let meshFileNotFinite = ErrorCode("mesh_file.not_finite")
  public static let meshFileIndexOutOfRange = ErrorCode("mesh_file.index_out_of_range")
  public static let meshFileNoVertices = ErrorCode("mesh_file.no_vertices")
  public static let meshFileNoFaces = ErrorCode("mesh_file.no_faces")

  public static let meshEmpty = ErrorCode("mesh.empty")
  public static let meshNoFaces = ErrorCode("mesh.no_faces")
  public static let meshNotFinite = ErrorCode("mesh.not_finite")
  public static let meshIndexOutOfRange = ErrorCode("mesh.index_out_of_range")
  public static let meshShattered = ErrorCode("mesh.shattered")
  public static let meshDamaged = ErrorCode("mesh.damaged")
}
