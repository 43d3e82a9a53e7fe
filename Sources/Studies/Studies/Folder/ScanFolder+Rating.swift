internal import Files
internal import Platform

extension ScanFolder {
  /// The rating that counts: that beside the result, which `calvaria rate` writes, otherwise the dataset's; nil where there is
  /// none.
  var answers: [String: String]? {
    [rating, datasetRating].lazy.compactMap { try? RatingFile.answers($0) }.first
  }

  /// Keeps the rating that lies with a scan in the dataset, whatever becomes of the scan; what lies there no more goes.
  ///
  /// - Returns: whether it is another one than before.
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func keepRating(of scan: DatasetScan) throws(StudyError) -> Bool {
    let stated = scan.rating.flatMap { try? RatingFile.checkedBytes($0) }
    guard stated != (try? RatingFile.checkedBytes(datasetRating)) else { return false }
    guard let stated else { return unlink(datasetRating.path) == 0 }
    do { try OutputFile(datasetRating, force: true).write(Data(stated)) } catch {
      throw StudyError(writing: error, datasetRating.path)
    }
    return true
  }
}
