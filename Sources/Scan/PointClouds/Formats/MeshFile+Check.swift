import Diagnostics
internal import Files
import Platform

extension MeshFile {
  /// No header that is looked for is longer, bytes.
  private static let longestHeader = 1 << 20

  /// Finds out whether a file can hold what it declares, without making a surface of it: a mesh that was cut short by a copy
  /// is found in a moment. Of binary PLY and STL the counts of the header are set against the size; text is read through to its
  /// end. OBJ declares nothing.
  ///
  /// - Throws: ``MeshFileError``, such as ``MeshFileError/truncated(file:expected:found:)``.
  public static func checkSize(_ url: URL) throws(MeshFileError) {
    let start: [UInt8]
    let size: Int
    do throws(InputFile.Fault) {
      let file = try InputFile.open(url.path)
      close(file.descriptor)
      guard file.size <= largestBytes else { throw .tooLarge(bytes: file.size, limit: largestBytes) }
      size = file.size
      start = try InputFile.start(url.path, count: longestHeader)
    } catch { throw MeshFileError(error, url) }
    if start.starts(with: "ply\n".utf8) || start.starts(with: "ply\r".utf8) {
      if try PlyReader.isBinary(start, name: url.path, size: size) { return }
      return try PlyReader.readThrough(bytes(url), name: url.path)
    }
    switch MeshFormat(fileName: url.lastPathComponent) {
    case .obj: return
    case .stl where StlReader.declaredSize(start) == size: return
    // Text, and what is no mesh, which is told as reading tells it.
    default: _ = try read(url)
    }
  }
}
