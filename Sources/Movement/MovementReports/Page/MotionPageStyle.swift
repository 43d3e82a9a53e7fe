/// What the pages of motion add to the style of a scan's report. On paper the parts flow over as many sheets as they need, and
/// none is parted.
enum MotionPageStyle {
  static let sheet: StaticString = """
    .what{font-weight:600;margin:10px 0 2px}.legend-text{color:#4b5867}
    .pictures{margin:8px 0}.pictures img{width:100%;border:1px solid #d9dfe6;border-radius:4px;display:block}
    .neutral-zero td.now{background:#f2f5f8}.neutral-zero th,.neutral-zero td{padding-left:6px}
    .trends figure{border:1px solid #d9dfe6;border-radius:4px;padding:6px}
    @media screen{.pictures,.trends{display:grid;grid-template-columns:repeat(4,1fr);gap:12px}
    .trends{grid-template-columns:repeat(3,1fr)}}
    @media screen and (max-width:760px){.pictures{grid-template-columns:repeat(2,minmax(0,1fr))}
    .trends{grid-template-columns:minmax(0,1fr)}.wide-table{overflow-x:auto}}
    @media print{.part{break-inside:avoid}h2,h3{break-after:avoid}
    .card{height:auto;min-height:19mm}.cards::after,.pictures::after,.trends::after{content:"";display:block;clear:both}
    .pictures figure{float:left;width:24%;margin-right:1.33%}.pictures figure:last-child,.trends figure:last-child{margin-right:0}
    .trends figure{float:left;width:32%;margin-right:2%;padding:1mm}.motion .what{margin:1.5mm 0 .5mm}
    .many td.number{white-space:normal}.motion tr{break-inside:avoid}.motion li{break-inside:avoid}.motion .definition{display:block;padding:0}}
    """
}
