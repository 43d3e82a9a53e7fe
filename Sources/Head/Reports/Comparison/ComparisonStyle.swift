/// What the page of a comparison has beyond that of one scan.
enum ComparisonStyle {
  static let sheet: StaticString = """
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
    @media screen and (max-width:560px){.comparison #head{height:600px}.comparison header{flex-wrap:wrap}.trend,.overlays figure{width:calc(100% - 16px)}
    .comparison .views.five{grid-template-columns:repeat(2,minmax(0,1fr))}}
    @media print{
    .rest{break-before:page}
    .comparison .visits,.comparison .changes{white-space:nowrap}.comparison td,.comparison th{padding-right:1mm}
    .comparison .headlines{font-size:9pt;margin:1.5mm 0}.comparison .headlines li{margin:.5mm 0}
    div.wide{overflow:visible}.trends,.overlays{margin:0;font-size:9pt}
    .trend,.overlays figure{display:block;float:left;width:32%;margin:.4mm 1.3% .8mm 0}.trend figcaption{font-size:9pt}
    .trends::after,.overlays::after{content:"";display:block;clear:both}
    .comparison .legend{max-width:80mm}.comparison .legend svg.legend{width:100%}
    .comparison .views.five figure{width:13%;margin:0 7% .4mm 0}
    .comparison .views.five figure:last-child{margin-right:0}.comparison table{line-height:1.12}}
    """
}
