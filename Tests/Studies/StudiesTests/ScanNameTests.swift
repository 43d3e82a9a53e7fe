import Testing

@testable import Studies

@Suite struct ScanNameTests {
  @Test func plainLabelsStayAsTheyAre() {
    #expect(ScanName.name(subject: "01", session: "2", scan: "1") == "sub-01_ses-2_scan-1")
    #expect(ScanName.name(subject: "P017", session: nil, scan: "a") == "sub-P017_scan-a")
  }
}
