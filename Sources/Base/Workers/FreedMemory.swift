internal import LibC

/// What becomes of memory that is no longer used.
public enum FreedMemory {
  /// Keeps it in the process, which uses it again with the next frame: given back to the system, it would have to be asked
  /// for, and be cleared, page by page.
  ///
  /// A setting of the whole process, to be made once by its main program.
  public static func keep() {
    #if canImport(Glibc)
      _ = mallopt(M_MMAP_THRESHOLD, 32 << 20)  // the most that is accepted
      _ = mallopt(M_TRIM_THRESHOLD, 256 << 20)
    #endif
  }
}
