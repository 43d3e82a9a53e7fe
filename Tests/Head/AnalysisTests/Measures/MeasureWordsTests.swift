import Diagnostics
import Landmarks
import Testing

@testable import Analysis

/// Names that the catalogues have to know, in every language.
@Suite struct MeasureWordsTests {
  @Test(arguments: Language.allCases) func everyNameHasItsWords(_ language: Language) {
    let terms = language.catalogue.terms
    for name in MeasureName.allCases {
      #expect(terms["measure"]?[name.rawValue] != nil, "\(name)")
      #expect(terms["definition"]?[name.rawValue] != nil, "\(name)")
    }
    for landmark in Landmark.allCases { #expect(terms["landmark"]?[landmark.rawValue] != nil) }
    for landmark in Landmark.required {
      let finding = Finding(.landmarksNoFace).about([landmark])
      #expect(!finding.remedy(language).contains("{"), "\(landmark)")
    }
    for side in [FlattenedSide.none, .unknown, .leftPosterior, .rightPosterior] {
      #expect(terms["flattened"]?[side.rawValue] != nil)
    }
    for region in HeadRegion.allCases { #expect(terms["place"]?[region.rawValue] != nil) }
    for region in VaultRegion.allCases { #expect(terms["place"]?[region.rawValue] != nil) }
    for sex in Sex.allCases { #expect(terms["sex"]?[sex.rawValue] != nil) }
    for method in RegistrationMethod.allCases { #expect(terms["registration"]?[method.rawValue] != nil) }
    for distance in [HeadFrameError.Distance.tragions, .sellion] {
      #expect(terms["distance"]?[distance.rawValue] != nil)
    }
    for centre in MeasurementProtocol.Centre.allCases { #expect(terms["centre"]?[centre.rawValue] != nil) }
    for axis in MeasurementProtocol.APAxis.allCases { #expect(terms["axis"]?[axis.rawValue] != nil) }
    for z in [-1.0, 0, 2] {
      for x in [-1.0, 0, 1] {
        for y in [-1.0, 0.01, 1] { #expect(terms["place"]?[PlaceText.place([x, y, z])] != nil) }
      }
    }
  }
}
