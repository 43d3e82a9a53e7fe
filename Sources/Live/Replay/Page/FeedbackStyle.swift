internal import Reports

/// What the page of a scan's feedback adds to the style of reports. Colours are those of Okabe & Ito where they carry
/// a meaning, and a sign, a word or a place stands beside each.
enum FeedbackStyle {
  static let sheet: StaticString = """
    body.feedback{max-width:1240px;--gutter:56px}
    h3{font-size:15px;margin:18px 0 6px}
    a{color:var(--left)}
    .cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:12px}
    .card{border:1px solid var(--line);border-radius:8px;padding:10px 14px;display:flex;flex-direction:column;gap:2px}
    .card strong{font-size:24px;line-height:1.3;display:block}.card a{text-decoration:none}.card .prompt{font-weight:600}
    .card .share{width:100%}.verdict{white-space:nowrap}
    .feedback .two{grid-template-columns:repeat(auto-fit,minmax(min(340px,100%),1fr))}
    .fill.red{background:#b3261e}.fill.amber{background:#e69f00}.fill.green{background:#00795b}
    .steps{list-style:none;display:flex;flex-wrap:wrap;gap:6px;padding:0;margin:0}
    .steps a{display:block;border:1px solid var(--line);border-radius:6px;padding:3px 9px;text-decoration:none;color:var(--ink)}
    .steps strong,.steps span{display:block;font-size:13px;font-variant-numeric:tabular-nums}
    .course{display:grid;grid-template-columns:minmax(0,1fr) 280px;gap:24px;align-items:start}
    #scroller{overflow-x:auto;border:1px solid var(--line);border-radius:8px}
    #lanes{position:relative;padding:8px 10px 8px 0;cursor:crosshair;min-width:100%}
    #lanes:focus-visible{outline:3px solid var(--left);outline-offset:-3px}
    .lane{display:flex;min-height:17px}.lane.tall{min-height:74px}
    .gutter{flex:0 0 var(--gutter);position:sticky;left:0;z-index:2;background:#fff;display:flex;flex-direction:column;
    justify-content:space-between;align-items:flex-end;padding-right:5px;font-size:11px;line-height:1;white-space:nowrap;color:var(--quiet)}
    .plot{flex:1;position:relative;min-width:0}.tall .plot{border:1px solid var(--line)}
    .plot svg{position:absolute;inset:0;width:100%;height:100%}
    .lane-title,.row-title{position:sticky;left:0;z-index:2;background:#fff;width:fit-content;max-width:min(100%,calc(100vw - 60px));margin:0;padding:0 8px 2px 10px;line-height:1.3}
    .lane-title{margin-top:10px;font-size:13px}.lane-title .quiet{font-size:12px;padding-left:8px}
    .row-title{font-size:12px;left:var(--gutter);margin-left:var(--gutter);padding-left:0}
    .plot .curve,.plot .limit{vector-effect:non-scaling-stroke}
    .plot .curve{stroke-width:1.6;stroke-linejoin:round;stroke-linecap:round}
    .limit{stroke:#8a3b00;stroke-width:1;stroke-dasharray:5 4}.limit.fine{stroke:#5d6b7a;stroke-dasharray:1 4}.bad{fill:#fdeee0}.shaken{fill:#dfe3e8}
    .strip{position:absolute;top:0;bottom:2px;z-index:1;overflow:hidden;white-space:nowrap;text-overflow:ellipsis;font-size:11px;line-height:15px;
    padding-left:3px;border-left:2px solid var(--ink);min-width:2px}
    .plot:has(.strip){background:linear-gradient(#eef1f4,#eef1f4) center/100% 1px no-repeat}
    .strip.vibrating{border:0;background:repeating-linear-gradient(90deg,#1d2733 0 3px,#8995a3 3px 5px)}
    .strip.hint{background:#f9d9b8}.strip.alert{background:#f3c9c5}.strip.said{background:#fff;border-color:var(--left)}
    .strip.intro{background:#eef1f4}.strip.scanning{background:#e3eef8}.strip.completed{background:#d3ece2}.strip.failed{background:#f3c9c5}
    .axis{font-size:11px;color:var(--quiet);min-height:16px}.axis span{position:absolute;transform:translateX(-50%);line-height:16px;white-space:nowrap}
    .axis .plot .first{transform:none}.axis .plot .last{transform:translateX(-100%)}
    #field{position:absolute;top:0;bottom:0;left:var(--gutter);right:10px;pointer-events:none}
    #cursor{position:absolute;top:0;bottom:0;width:0;border-left:2px solid #b3261e;margin-left:-1px}
    #frame{position:sticky;top:12px;background:#fff}#frame[hidden]{display:none}
    figure{margin:0}#image{display:block;width:100%;max-width:240px;height:auto;border-radius:6px;background:#eef1f4}
    figcaption{font-size:12px;color:var(--quiet);margin:3px 0 8px}
    dl{display:grid;grid-template-columns:auto minmax(0,1fr);gap:3px 12px;margin:0;font-size:13px;line-height:1.35}
    dt{color:var(--quiet);max-width:110px}dd{margin:0;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
    dd .share{width:100%;margin-top:3px}
    .buttons{margin:10px 0 0;display:flex;gap:8px}
    button{font:inherit;min-width:44px;min-height:36px;border:1px solid var(--line);border-radius:6px;background:#f4f6f8;color:var(--ink);cursor:pointer}
    .events td{font-size:14px}.events .definition{overflow-wrap:anywhere;font-size:12px}
    @media(max-width:820px){
    body.feedback{padding:18px 12px 40px}
    .course{grid-template-columns:minmax(0,1fr);gap:10px}
    #frame{order:-1;top:0;z-index:3;display:grid;grid-template-columns:112px minmax(0,1fr);grid-template-rows:auto 1fr;gap:0 12px;padding:8px 0;border-bottom:1px solid var(--line)}
    #frame dl{font-size:12px;line-height:1.25;gap:1px 8px;grid-area:1/2/3}#frame dt{max-width:88px}
    .buttons{grid-area:2/1;margin-top:6px;display:grid;grid-template-columns:1fr 1fr;align-content:start}figcaption{font-size:11px;margin:2px 0}
    .events thead{display:none}.events tr{display:grid;grid-template-columns:74px minmax(0,1fr);border-bottom:1px solid var(--line);padding:4px 0}
    .events td{border:0;padding:1px 6px 1px 0}.events td.number{text-align:left}.events td:nth-child(n+3){grid-column:2}
    }
    @media print{.course{grid-template-columns:1fr}#frame,.buttons{display:none}}
    """
}
