/// What the page of a study has beyond that of one scan.
enum StudyPageStyle {
  static let sheet: StaticString = """
    @media screen{.study .plots{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:20px 28px;align-items:start}}
    .study .plots figure{margin:4px 0}.study h2{clear:both}
    .study code{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:13px;overflow-wrap:anywhere}
    .study td bdi{overflow-wrap:break-word}.study td a{overflow-wrap:anywhere}.study table{margin:6px 0}
    .study table.facts td:last-child{font-variant-numeric:tabular-nums}
    .study th.number,.study td.number{width:auto;padding-right:18px}
    div.wide{overflow-x:auto}
    @media screen and (max-width:760px){.study .plots{grid-template-columns:minmax(0,1fr)}}
    @media print{.study .plots>*{float:left;width:49%}.study .plots>*:nth-child(2){float:right}
    .study .plots::after{content:"";display:block;clear:both}
    .study h2,.study h2+p{break-after:avoid}.study .plots{break-inside:avoid}.study code{font-size:8pt}.study figure{break-inside:avoid}div.wide{overflow:visible}
    .study .notice{position:static}.study table{font-size:8pt}}
    """
}
