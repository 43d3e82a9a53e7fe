internal import Studies

extension AgreementPair {
  /// A child's session, as a reference names it.
  private struct Place: Hashable {
    let subject: String, session: String?
  }

  /// The scans against each method of an outside reference, a pair for each session of a child: the mean of its scans against
  /// the mean of the reference's readings.
  static func references(_ data: StudyData, _ table: ReferenceTable) -> [AgreementPair] {
    let scans = Dictionary(grouping: data.measured.filter { $0.record.subject != nil }) {
      Place(subject: $0.record.subject ?? "", session: $0.record.session)
    }
    let sessions = Dictionary(grouping: scans.keys, by: \.subject)
    let readings = table.readings.filter { $0.measure == data.measure }
    return Dictionary(grouping: readings, by: \.method).sorted { $0.key < $1.key }.map { method, readings in
      let byPlace = Dictionary(grouping: readings) { reading -> Place in
        // A reference without sessions is of the one session of a child; of which of several is not known.
        let own = sessions[reading.subject] ?? []
        let session = reading.session ?? (own.count == 1 ? own[0].session : nil)
        return Place(subject: reading.subject, session: session)
      }
      var (points, absent): ([Point], Int) = ([], 0)
      for (place, readings) in byPlace {
        guard let own = scans[place] else {
          absent += readings.count
          continue
        }
        points.append(
          Point(
            scan: own[0].record.scan, child: own[0].record.child, subject: place.subject, first: mean(own.map(\.value)),
            second: mean(readings.map(\.value))))
      }
      let paired = byPlace.keys.reduce(0) { $0 + (scans[$1]?.count ?? 0) }
      return AgreementPair(
        kind: .reference, first: names(data.distinct.compactMap(\.method)), second: method, firstOrigin: nil,
        secondOrigin: nil, points: points.sorted { $0.scan < $1.scan }, grades: [],
        leftOut: LeftOut.list([
          (.withheld, data.withheld), (.pickedAgain, data.pickedAgain), (.noSubject, data.withoutSubject),
          (.noPair, data.measured.count - data.withoutSubject - paired), (.noScan, absent),
        ]))
    }
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
}
