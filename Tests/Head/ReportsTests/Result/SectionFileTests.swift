import Analysis
import Foundation
import Testing

@testable import Reports

@Suite struct SectionFileTests {
  @Test func survivesAWayThroughAFile() throws {
    let measures = try SampleResult.measures()
    let file = try #require(SectionFile(measures))
    #expect(file.closed)
    #expect(file.gapsMm.isEmpty)
    #expect(file.outlineMm.count == 1)
    let ends = try #require(file.leftFront)
    let (front, back) = (ends.frontMm, ends.backMm)
    let length = ((front[0] - back[0]) * (front[0] - back[0]) + (front[1] - back[1]) * (front[1] - back[1]))
      .squareRoot()
    #expect(abs(length - (try #require(measures[.diagonalLeftFront].value))) < 0.002)
    let json = try file.json()
    #expect(SectionFile.read(json) == file)
    #expect(json.filter { $0 == UInt8(ascii: "\n") }.count == 1, "one line")
  }

  @Test func anOpenOutlineHasItsGaps() throws {
    let measures = try SampleResult.measured { $0.y < -0.05 && abs($0.z - 0.027) < 0.012 }
    let file = try #require(SectionFile(measures))
    #expect(!file.closed)
    #expect(!file.gapsMm.isEmpty)
    #expect(SectionFile(.withheld(because: [])) == nil)
  }

  @Test func holdsTheOutlineAsRadiusOverAngle() throws {
    let measures = try SampleResult.measures()
    let radii = try #require(SectionFile(measures)?.radii)
    #expect(radii.map(\.degrees) == OutlineRadii.degrees)
    // Half of each diagonal lies 30° from the front, the other half 30° from the back on the other side.
    let at = { (degrees: Int) in radii.first { $0.degrees == degrees }?.mm ?? .nan }
    #expect(abs(at(-30) + at(150) - measures[.diagonalLeftFront].value!) < 0.001)
    #expect(abs(at(30) + at(-150) - measures[.diagonalRightFront].value!) < 0.001)
    for radius in radii {
      let (whole, own) = (try #require(radius.ci95), try #require(radius.repeatability))
      #expect(whole[0] <= own[0] && own[0] <= radius.mm && radius.mm <= own[1] && own[1] <= whole[1], "\(radius)")
    }
    for (name, angle) in [(MeasureName.frontRadiusDifference, 30), (.backRadiusDifference, 150)] {
      let (left, right) = (at(-angle), at(angle))
      #expect(abs(100 * (left - right) / max(left, right) - measures[name].value!) < 0.001, "\(name)")
    }
    // A file from before it was written.
    let text = String(decoding: try #require(SectionFile(measures)).json(), as: UTF8.self)
    let earlier = text.replacing(/"radii":\[.*?\}\],/, with: "")
    #expect(earlier != text)
    #expect(SectionFile.read(Data(earlier.utf8))?.radii == nil)
    #expect(SectionFile.read(Data(earlier.utf8)) != nil)
  }

  @Test(arguments: [
    ("calvaria/section/1", "calvaria/section/2"), ("\"height_mm\"", "\"height\""), ("\"closed\":true", "\"closed\":7"),
    ("\"centre_mm\":[", "\"centre_mm\":[1,"), ("\"centre_mm\":[", "\"centre_mm\":[1e9,1],\"x\":["),
    ("\"radii\":[", "\"radii\":[{\"degrees\":5,\"mm\":1e9},"),
    ("\"radii\":[", "\"radii\":[{\"degrees\":1e3,\"mm\":70},"),
    ("\"radii\":[", "\"radii\":[{\"degrees\":5,\"mm\":70,\"ci95\":[1]},"),
    ("\"radii\":[", "\"radii\":[{\"degrees\":5,\"mm\":70,\"repeatability\":[1]},"),
    ("\"radii\":[", "\"radii\":[{\"degrees\":5,\"mm\":70,\"repeatability\":[1,1e9]},"),
  ])
  func otherContentIsNone(_ part: String, _ other: String) throws {
    let text = String(decoding: try #require(SectionFile(SampleResult.measures())).json(), as: UTF8.self)
    let spoilt = text.replacingOccurrences(of: part, with: other)
    #expect(spoilt != text)
    #expect(SectionFile.read(Data(spoilt.utf8)) == nil)
    #expect(SectionFile.read(Data("{}".utf8)) == nil)
    #expect(SectionFile.read(Data()) == nil)
  }
}
