public import Diagnostics
public import Platform
public import Studies

extension StudyPage {
  /// The page of a summary that will lie in a file, with links to the pages of the study's scans.
  public init(_ summary: StudySummary, of study: StudyFolder, at file: URL, language: Language) {
    self.init(summary, language: language) { scan in
      study.page(of: scan).map { RelativeLink.link(from: file, to: $0) }
    }
  }
}
