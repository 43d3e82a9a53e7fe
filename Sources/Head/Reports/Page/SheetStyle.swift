/// The style of a scan's report, on a screen and on two sheets of A4. Paper is laid out with floats, which every program that
/// prints knows.
package enum SheetStyle {
  package static let sheet: StaticString = """
    *{box-sizing:border-box}
    body{font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,"DejaVu Sans",sans-serif;
    color:#1d2733;max-width:1100px;margin:0 auto;padding:24px 20px 40px;background:#ffffff;overflow-wrap:break-word}
    h1{font-size:25px;margin:0}h2{font-size:17px;margin:26px 0 8px;border-bottom:1px solid #d9dfe6;padding-bottom:4px}
    h3{font-size:15px;margin:16px 0 6px}p{margin:6px 0}ul,ol{margin:4px 0;padding-left:20px}
    .paper{display:none}.quiet,.definition,figcaption{color:#4b5867}
    header{display:flex;justify-content:space-between;align-items:center;gap:16px}
    .badge{padding:4px 12px;border-radius:14px;font-weight:600;white-space:nowrap;border:1px solid #1d2733}
    .badge.measured{background:#dcefe2}.badge.measured_in_part{background:#fae6b8}.badge.not_measured{background:#f7d5d1}
    .who{margin:14px 0}.who dt{color:#4b5867;font-size:13px}.who dd{margin:0 0 8px;overflow-wrap:anywhere}
    .notice{background:#fff7df;border-left:4px solid #c79a10;padding:6px 12px;margin:10px 0}
    .state{background:#e9f4ec;border-left:4px solid #2f7d47;padding:8px 14px;margin:12px 0}
    .state.measured_in_part{background:#fdf1d6;border-left-color:#b06c00}
    .state.not_measured{background:#fbe4e2;border-left-color:#b3261e}
    .card{border:1px solid #b7c1cc;border-radius:6px;padding:8px 12px}.card .name{font-weight:600}
    .card .value{font-size:24px;font-weight:700;white-space:nowrap;font-variant-numeric:tabular-nums}
    .withheld{color:#8f1d16}
    svg.figure{width:100%;height:auto;display:block}.figure-severity{margin:4px 0}
    .figure-outline{max-height:620px}.figure-flattened{max-width:64px}.figure-legend{max-width:260px}.figure-progress{max-width:460px}
    figure{margin:0}figcaption{font-size:13px;text-align:center}.legend-text{font-size:13px}
    .figure.view{border:1px solid #d9dfe6;border-radius:4px}
    table{border-collapse:collapse;width:100%}
    th,td{text-align:left;padding:4px 10px 4px 0;border-bottom:1px solid #d9dfe6;vertical-align:top}
    th.number,td.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}
    th.number,td.number{width:1%;padding-left:14px}th.number:last-child,td.number:last-child{padding-right:2px}th.after,td.after{padding-left:18px}
    tr.group th{padding-top:12px;color:#1d2733;background:none;border-bottom:1px solid #8f9bab}
    details{margin:2px 0}summary{cursor:pointer}.definition{font-size:13px;padding:2px 0 4px 16px}
    .facts{max-width:720px}.digest{font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:12px;overflow-wrap:anywhere}
    .region{display:inline-block;white-space:nowrap;margin-right:14px}
    pre{background:#f2f5f8;padding:12px 16px;border-radius:6px;white-space:pre-wrap;font-size:13px;overflow-wrap:anywhere}
    button{font:inherit;padding:6px 14px;border:1px solid #1d2733;border-radius:6px;background:#f2f5f8;color:#1d2733;cursor:pointer}
    .record-head{display:flex;justify-content:space-between;align-items:flex-end;gap:12px}
    .record-head h2{flex:1}
    .window{background-repeat:no-repeat;border-radius:4px;border:1px solid #8f9bab}
    footer{margin-top:30px;color:#4b5867;font-size:13px}
    #head{height:560px}
    @media screen{
    .who{display:grid;grid-template-columns:repeat(3,1fr);gap:0 24px}
    .figures{display:grid;grid-template-columns:1.4fr repeat(3,1fr);gap:12px;margin:12px 0}
    .card:first-child .value{font-size:34px;line-height:1.15}
    .two{display:grid;grid-template-columns:5fr 6fr;gap:28px;align-items:start}.two.even{grid-template-columns:1fr 1fr}
    .views{display:grid;grid-template-columns:repeat(3,1fr);gap:10px}.views.five{grid-template-columns:repeat(6,1fr)}
    .cells{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:12px}
    .sheet-clicks-cells{grid-template-columns:repeat(auto-fill,minmax(140px,1fr))}
    .figure.narrow{display:none}.verdict{display:flex;gap:14px;align-items:center}.verdict .screen{flex:none;width:64px}}
    @media screen and (max-width:760px){
    body{padding:16px 12px 32px}.two,.two.even{grid-template-columns:minmax(0,1fr);gap:8px}
    .who{grid-template-columns:repeat(2,minmax(0,1fr))}.figures{grid-template-columns:repeat(auto-fit,minmax(165px,1fr))}
    .card{padding:8px}.card .name{font-size:14px;hyphens:auto}
    .views,.views.five{grid-template-columns:repeat(2,minmax(0,1fr))}.figure.wide{display:none}.figure.narrow{display:block}
    .cells{grid-template-columns:repeat(2,minmax(0,1fr))}#head{height:420px}
    table.landmarks{display:block;overflow-x:auto}header{align-items:flex-start}h1{font-size:21px}}
    @media screen and (max-width:380px){header{flex-wrap:wrap}}
    @page{size:A4;margin:10mm 13mm 13mm;
    @bottom-left{content:element(notice);width:170mm;vertical-align:middle}
    @bottom-right{content:counter(page) " / " counter(pages);font:9pt "DejaVu Sans",sans-serif;color:#4b5867}}
    @media print{
    body{font:9pt/1.3 "DejaVu Sans",sans-serif;max-width:none;margin:0;padding:0}
    .screen,.figure.narrow{display:none}.paper{display:block}
    .sheet{display:inline-block;width:100%;height:273.5mm;overflow:hidden;vertical-align:top}
    h1{font-size:15pt}h2{font-size:10.5pt;margin:1.8mm 0 1.2mm;padding-bottom:.6mm}h3{font-size:9.5pt;margin:1.5mm 0 .5mm}
    p{margin:1mm 0}ul,ol{padding-left:5mm;margin:.6mm 0}
    header{display:block}header h1{float:left}header .badge{float:right;padding:.8mm 3mm;font-size:9.5pt}
    header::after,.who::after,.figures::after,.two::after,.views::after{content:"";display:block;clear:both}
    .who{margin:1.2mm 0 .8mm}.who div{float:left;width:33.3%;height:9.4mm;padding-right:3mm;overflow:hidden}
    .who dt,.definition,figcaption,.legend-text,.digest{font-size:9pt}.who dd{margin:0}
    .notice{position:running(notice);margin:0;padding:0;border:0;background:none;color:#4b5867}
    .state{padding:1mm 3mm;margin:1mm 0}
    .figures{margin:1mm 0}.card{float:left;width:22.4%;margin-right:1.4%;padding:1mm 1.5mm;height:23mm;overflow:hidden}
    .card:last-child{margin-right:0}.card .value{font-size:14pt}
    .card:first-child{width:28.6%}.card:first-child .value{font-size:22pt;line-height:1.1}
    .two>*{float:left;width:49%}.two>*:last-child{float:right}
    .two.lead>*{width:42%}.two.lead>*:last-child{width:56.5%}
    .card{position:relative}.side{position:absolute;right:1.5mm;top:1.5mm;width:11.6mm}
    .outline-part h2,.views-part h2,.coverage-part h2{margin-top:1.5mm}
    .figure-outline{max-height:none}.views figure{float:left;width:31.9%;margin:0 1.4% 1mm 0}
    .views.five figure{width:15%;margin-right:1%}.map-legend{float:right;width:19%}
    .figure-legend{max-width:none;margin-top:3mm}.figure-progress{max-width:none}
    th,td{padding:.35mm 1.5mm .35mm 0}th.number,td.number{padding-left:2.5mm}tr{break-inside:avoid}tr.group th{padding-top:1.2mm}
    .definition{display:none}summary{list-style:none}summary::marker{content:""}details{margin:0}
    .region{margin-right:2.5mm}.running{color:#4b5867;margin:0}}
    """
}
