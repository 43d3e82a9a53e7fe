/// The style of the report, on a screen and on paper.
package enum ReportStyle {
  package static let sheet: StaticString = """
    :root{--ink:#1d2733;--quiet:#5d6b7a;--line:#d9dfe6;--left:#1769aa;--right:#b3541e;--bad:#b3261e}
    *{box-sizing:border-box}
    body{font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;color:var(--ink);
    max-width:1040px;margin:0 auto;padding:28px 24px 48px;background:#fff}
    h1{font-size:25px;margin:0}h2{font-size:17px;margin:34px 0 10px;border-bottom:1px solid var(--line);padding-bottom:5px}
    header{display:flex;justify-content:space-between;align-items:flex-start;gap:20px}
    .quiet,.definition,caption{color:var(--quiet)}.quiet{margin:4px 0}
    .badge{padding:4px 12px;border-radius:14px;font-weight:600;white-space:nowrap}
    .badge.measured{background:#e2f2e6;color:#1b6b33}.badge.measured_in_part{background:#fdeccb;color:#7a4a00}
    .badge.not_measured{background:#fbe4e2;color:var(--bad)}
    .notice{background:#fff7df;border-left:4px solid #e0b020;padding:8px 14px;margin:18px 0}
    .reasons{background:#fbe4e2;border-left:4px solid var(--bad);padding:8px 14px;margin:18px 0}
    .reasons.measured_in_part{background:#fdeccb;border-left-color:#c77700}
    .reasons ul,.reasons ol,.notes ul{margin:4px 0;padding-left:20px}
    .two{display:grid;grid-template-columns:minmax(320px,420px) 1fr;gap:32px;align-items:start}
    @media(max-width:820px){.two{grid-template-columns:1fr}}
    table{border-collapse:collapse;width:100%}
    th,td{text-align:left;padding:5px 10px 5px 0;border-bottom:1px solid var(--line);vertical-align:top}
    th{font-weight:600}td.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
    td.interval{white-space:nowrap;color:var(--quiet);font-variant-numeric:tabular-nums}
    .definition{font-size:13px}.withheld{color:var(--bad)}
    .strong td,.strong th{font-weight:600}.strong .definition{font-weight:400}
    pre{background:#f4f6f8;padding:12px 16px;border-radius:6px;white-space:pre-wrap;font-size:13px}
    table.measures th:nth-child(2){text-align:right}.share{margin-top:6px;background:#e8ecf0;border-radius:3px;height:10px;width:140px;overflow:hidden}
    .fill{background:#3b8a57;height:100%}
    svg{width:100%;height:auto;display:block}svg text{font-family:inherit;fill:var(--ink);text-anchor:middle}
    .section{max-height:520px}.section text{font-size:5px}
    .section text.small{font-size:3.8px;fill:var(--quiet)}.section text.side{font-size:7px;font-weight:600}
    .outline{fill:#f2f5f8;stroke:var(--ink);stroke-width:.9;stroke-linejoin:round}polyline.outline{fill:none}
    .gap{stroke:var(--bad);stroke-width:1.2;stroke-dasharray:2 2}
    .midline{stroke:var(--quiet);stroke-width:.5;stroke-dasharray:3 2}
    .diagonal{stroke-width:.9}.diagonal.left{stroke:var(--left)}.diagonal.right{stroke:var(--right)}
    .end.left,.section text.left{fill:var(--left)}.end.right,.section text.right{fill:var(--right)}
    .section text.left,.section text.right{font-weight:600}
    .centre{fill:var(--ink)}.landmark{fill:#fff;stroke:var(--ink);stroke-width:.8}.bar{stroke:var(--ink);stroke-width:1}
    .level1{fill:#cfe8d5}.level2{fill:#e9edbf}.level3{fill:#f8dfa6}.level4{fill:#f3bd92}.level5{fill:#e99a92}
    .scale text,.progress text{font-size:12px}.scale,.progress{max-width:820px}.scale .value{font-size:15px;font-weight:700}
    .tick{fill:var(--quiet)!important}.progress .tick.end{text-anchor:end}
    .needle{stroke:var(--ink);stroke-width:2.5}.range{stroke:var(--ink);stroke-width:1.5}
    .grid{stroke:var(--line);stroke-width:1}.curve{fill:none;stroke:var(--left);stroke-width:2.2}
    footer{margin-top:36px;color:var(--quiet);font-size:13px}
    @media print{body{padding:0;font-size:12px}h2{break-after:avoid}.two{grid-template-columns:300px 1fr}}
    """
}
