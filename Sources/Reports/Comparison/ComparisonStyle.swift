/// What the page of a comparison has beyond the other reports.
enum ComparisonStyle {
  static let sheet: StaticString = """
    .comparison .state{padding:8px 14px;margin:12px 0;border-left:4px solid #2f7d47;background:#e9f4ec}
    .comparison .state.measured_in_part{background:#fdf1d6;border-left-color:#b06c00}
    .comparison .state.not_measured{background:#fbe4e2;border-left-color:#b3261e}
    .comparison .detected .verdict{font-weight:600}
    .comparison h3{font-size:15px;margin:22px 0 6px}.comparison .who{margin:4px 0;overflow-wrap:anywhere}
    .comparison .headlines{list-style:none;padding:0;margin:14px 0;font-size:17px}
    .comparison .headlines li{margin:4px 0}
    .wide{overflow-x:auto}.comparison th.number{text-align:right}
    .comparison td.number,.comparison td.verdict,table.visits td:nth-child(2){white-space:nowrap}
    table.visits bdi{overflow-wrap:anywhere}table.changes tbody{break-inside:avoid}
    .trends,.overlays,.sides{margin:0 -8px;font-size:0}
    .trend,.overlays>svg{display:inline-block;width:calc(33.33% - 16px);margin:8px;vertical-align:top;font-size:15px}
    .trend figcaption{font-weight:600;font-size:14px}
    .side{display:inline-block;width:calc(20% - 8px);margin:4px;text-align:center;font-size:14px}
    .side img{width:100%;height:auto;display:block}.legend{max-width:460px;margin:4px auto}
    .legend text{font-size:13px}.legend text.start{text-anchor:start}.legend text.end{text-anchor:end}
    .legend .tick{stroke:#4b5867;stroke-width:1}
    .choices label{margin-right:14px;white-space:nowrap}
    .comparison details{margin:6px 0}.comparison summary{cursor:pointer;padding:5px 0}
    @media(max-width:820px){.trend,.overlays>svg{width:calc(50% - 16px)}.side{width:calc(33.33% - 8px)}}
    @media(max-width:560px){.comparison h1{font-size:20px}.trend,.overlays>svg{width:calc(100% - 16px)}.side{width:calc(50% - 8px)}}
    @page{size:A4;margin:11mm 12mm}
    @media print{
    .screen{display:none}.comparison{font-size:9pt;line-height:1.3}.comparison h1{font-size:15pt}
    .comparison h2{font-size:11pt;margin:8px 0 3px;padding-bottom:2px}.comparison h2.sheet{break-before:page}
    .comparison h3{font-size:10pt;margin:8px 0 2px}.comparison .headlines{font-size:10.5pt;margin:5px 0}
    .comparison .notice,.comparison .reasons{margin:5px 0;padding:3px 10px}.comparison p{margin:3px 0}
    .comparison th,.comparison td{padding:1.5px 8px 1.5px 0;font-size:9pt}.wide{overflow:visible}
    .trends,.overlays,.sides{margin:0 -4px}.comparison tr,.comparison figure{break-inside:avoid}
    .trend,.overlays>svg{width:calc(33.33% - 8px);margin:3px 4px;font-size:9pt}.trend figcaption{font-size:9pt}
    .side{width:calc(20% - 8px);margin:2px 4px;font-size:9pt}.legend{max-width:75mm}.comparison footer{margin-top:8px;font-size:9pt}
    }
    """
}
