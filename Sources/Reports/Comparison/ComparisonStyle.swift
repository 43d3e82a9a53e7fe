/// What the page of a comparison has beyond that of one scan.
enum ComparisonStyle {
  static let sheet: StaticString = """
    .comparison .subject{overflow-wrap:anywhere}
    .comparison .headlines{list-style:none;padding:0;margin:14px 0;font-size:17px}.comparison .headlines li{margin:4px 0}
    div.wide{overflow-x:auto}table.visits bdi{overflow-wrap:anywhere}
    .comparison td.verdict,table.visits td:nth-child(2){white-space:nowrap}.comparison .detected .verdict{font-weight:600}
    .comparison .legend{max-width:480px;margin:0 auto}.comparison .views img{width:100%;height:auto;display:block}
    .trends,.overlays{margin:0 -8px;font-size:0}
    .trend,.overlays figure{display:inline-block;width:calc(33.33% - 16px);margin:8px;vertical-align:top;font-size:15px}
    .trend svg,.overlays svg{display:block;width:100%;height:auto}
    .trend figcaption{text-align:left;font-weight:600;font-size:14px;color:#1d2733}
    .choices label{margin-right:14px;white-space:nowrap}
    @media screen{.comparison .views.five{grid-template-columns:repeat(5,minmax(0,1fr))}}
    @media screen and (max-width:820px){.trend,.overlays figure{width:calc(50% - 16px)}}
    @media screen and (max-width:560px){.trend,.overlays figure{width:calc(100% - 16px)}
    .comparison .views.five{grid-template-columns:repeat(2,minmax(0,1fr))}}
    @media print{
    .comparison .headlines{font-size:10pt;margin:1.5mm 0}.comparison .headlines li{margin:.5mm 0}
    div.wide{overflow:visible}.trends,.overlays{margin:0 -1mm}
    .trend,.overlays figure{width:calc(33.33% - 2.2mm);margin:.6mm 1mm;font-size:9pt}.trend figcaption{font-size:9pt}
    .comparison .legend{max-width:80mm}.comparison .legend svg.legend{width:100%}
    .comparison .views.five figure{width:14%;margin-right:6%}.comparison table{line-height:1.12}}
    """
}
