import Foundation
import Testing

@testable import Recordings

/// PNGs that Calvaria does not write, made by hand: a few pixels of each kind.
@Suite struct PNGVariantTests {
  @Test func aPaletteGivesItsColors() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABBAMAAAAGDGK5AAAABlBMVEUBAgPIZDJQtK4/AAAAAnRSTlMAgJsrThgAAAAKSURBVHjaYxAAAAASABEI"
        + "3r3DAAAAAElFTkSuQmCC")
    #expect(try ImageFile.color(png).pixels == [200, 100, 50, 1, 2, 3])
    #expect(
      try ImageFile.header(png) == ImageHeader(kind: .png, width: 2, height: 1, channels: 3, bits: 8, isFloat: false))
  }

  @Test func transparencyIsDropped() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVR42mPgEpFj0DCy+Q8ABEYB0koNFQoAAAAASUVORK5CYII=")
    #expect(try ImageFile.color(png).pixels == [10, 20, 30, 40, 50, 60])
    let gray = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAQAAABeK7cBAAAADUlEQVR42mNwYwj4DwACvAGWXQLhTwAAAABJRU5ErkJggg==")
    #expect(try ImageFile.gray(gray).pixels == [70, 80])
    #expect(try ImageFile.color(gray).pixels == [70, 70, 70, 80, 80, 80])
  }

  @Test func oneBitBecomesBlackAndWhite() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAQAAAAAzmykZAAAACklEQVR42mNYAAAAogChcQXLQQAAAABJRU5ErkJggg==")
    #expect(try ImageFile.gray(png).pixels == [255, 0, 255])
  }

  @Test func interlacedDepthIsPutInOrder() throws {
    let png = try data(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACEAAAAAFwSr4tAAAAE0lEQVR42mNgYGRgYGJgYGZgAQAALQALT81bYQAAAABJRU5ErkJggg==")
    #expect(try ImageFile.depthCodes(png).pixels == [1, 2, 3, 4])
  }

  private func data(_ base64: String) throws -> Data { try #require(Data(base64Encoded: base64)) }
}
