/// The words of a page about a scan: printed, not spoken. A language of one's own has the English one where it leaves one
/// out.
public enum PrintedWord: String, Sendable, CaseIterable {
  case title, notice, frames, thresholds, summary, good, of, from, none, neverBegan = "never_began", longest
  case markers, ended, steps, told, neverScanned = "never_scanned", allSeen = "all_seen"
  case markersNeverSeen = "markers_never_seen", scanned, notScanned = "not_scanned"
  case unknownParts = "unknown_parts", assumedView = "assumed_view"
  case timeline, how, previousFrame = "previous_frame", nextFrame = "next_frame"
  case zoomOut = "zoom_out", zoomIn = "zoom_in", overlap, lostBelow = "lost_below"
  case regainedFrom = "regained_from", distance, tooFarFrom = "too_far_from", goodRange = "good_range"
  case withoutDepth = "without_depth", tooCloseFrom = "too_close_from", blur, tooFastFrom = "too_fast_from"
  case vibration, on, off, hints, move, state, alerts, nextPart = "next_part", speech, time, frame, image
  case earlier, later, shared, other, noDepth = "no_depth", saidLast = "said_last", events, event, words, figures
  case vibrationBegins = "vibration_begins", vibrationEnds = "vibration_ends", hint, hintOver = "hint_over"
  case progress, partDone = "part_done", reminder, alert, alertOver = "alert_over", reading, red, amber, green
  case within, began, at, ofMarkers = "of_markers", partsNamed = "parts_named", byLayout = "by_layout"
  case byCap = "by_cap", byFirstView = "by_first_view", layoutTells = "layout_tells", decimalSign = "decimal_sign"

  /// The name in files.
  var key: String { "word_" + rawValue }
}
