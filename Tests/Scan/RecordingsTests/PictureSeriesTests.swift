import Foundation
import Geometry
import TestSupport
import Testing

@testable import Recordings

/// Which frames are taken of a recording or a video, and the images of a folder.
@Suite struct PictureSeriesTests {
  @Test func framesNearestToTheTimesAreChosen() {
    let video = (0..<91).map { Double($0) / 30 }
    #expect(PictureSeries.chosen(video, 3) == Array(stride(from: 0, through: 90, by: 10)))
    #expect(PictureSeries.chosen(video, 30) == Array(0...90))
    #expect(PictureSeries.chosen(video, 1000) == Array(0...90))
    #expect(PictureSeries.chosen([], 3) == [])
    #expect(PictureSeries.chosen([5], 3) == [0])
    // The work does not grow with the length of a pause.
    #expect(PictureSeries.chosen([0, 1e11, 1e11 + 0.5], 3) == [0, 1, 2])
    // 25 frames/s at 3: the nearest ones.
    #expect(PictureSeries.chosen((0..<26).map { Double($0) / 25 }, 3) == [0, 8, 17, 25])
  }

  @Test func imagesOfAFolderCountByTheirNumbers() throws {
    let folder = try TemporaryFolder()
    let add = { (name: String) in try Data("x".utf8).write(to: folder.url.appending(path: name)) }
    #expect(try PictureSeries.images(folder.url, rate: 10) == nil)
    for name in ["a_12.png", "b_3.JPG", "c_8.jpeg", "notes_5.txt", "cover.png"] { try add(name) }
    let series = try #require(try PictureSeries.images(folder.url, rate: 10))
    #expect(series.pictures.map(\.name) == ["b_3.JPG", "c_8.jpeg", "a_12.png"])
    #expect(series.pictures.map(\.place) == [0, 1, 2])
    for (picture, time) in zip(series.pictures, [0, 0.5, 0.9]) { #expect(abs(picture.time - time) < 1e-12) }
    try add("d_08.png")
    let error = #expect(throws: RecordingError.self) { try PictureSeries.images(folder.url, rate: 10) }
    #expect(error?.description.contains("c_8.jpeg") == true && error?.description.contains("d_08.png") == true)
  }
}
