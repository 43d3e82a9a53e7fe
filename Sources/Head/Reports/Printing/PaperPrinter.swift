public import Foundation

/// WeasyPrint, which lays out pages of HTML on paper.
public struct PaperPrinter: Sendable {
  private let tool: ExternalTool

  /// Finds the program.
  ///
  /// - Parameter path: the folders to look in, as `PATH` has them.
  public init(path: String) throws(ExternalToolError) {
    tool = try ExternalTool("weasyprint", package: "weasyprint", path: path)
  }

  /// A page as a PDF with its fonts; equal pages give equal bytes.
  public func pdf(_ html: String) throws(ExternalToolError) -> Data {
    try tool.run(["--quiet", "--encoding", "utf-8", "-", "-"], input: Data(html.utf8))
  }
}

/// librsvg's converter, which draws SVG as pixels.
public struct PictureConverter: Sendable {
  private let tool: ExternalTool

  /// Finds the program.
  ///
  /// - Parameter path: the folders to look in, as `PATH` has them.
  public init(path: String) throws(ExternalToolError) {
    tool = try ExternalTool("rsvg-convert", package: "librsvg2-bin", path: path)
  }

  /// A drawing as a PNG.
  public func png(_ svg: Data, dotsPerInch: Int = 200) throws(ExternalToolError) -> Data {
    try tool.run(["--format", "png", "--dpi-x", "\(dotsPerInch)", "--dpi-y", "\(dotsPerInch)"], input: svg)
  }

  /// A drawing as a PDF.
  public func pdf(_ svg: Data) throws(ExternalToolError) -> Data { try tool.run(["--format", "pdf"], input: svg) }
}
