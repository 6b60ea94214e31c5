/** Styles for screens and paper; wide tables scroll. */
export const PAGE_STYLE = `
:root { color-scheme: light; }
body { font: 16px/1.5 system-ui, sans-serif; color: #1c2330; background: #fff; max-width: 68rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h1 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #c9ced6; }
nav ul { columns: 2; padding-left: 1.2rem; }
a { color: #1f4e8c; }
code, .excerpts { font-family: ui-monospace, monospace; font-size: 0.85em; }
.wide { overflow-x: auto; margin: 1rem 0; }
table { border-collapse: collapse; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
caption, figcaption { font-size: 0.85rem; text-align: left; font-weight: 600; padding: 0.3rem 0; }
tbody :is(th, td) { white-space: nowrap; }
.prose tbody td { white-space: normal; }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid #dfe3e8; text-align: left; vertical-align: top; }
thead th { background: #f3f4f6; vertical-align: bottom; }
tbody th { font-weight: 400; }
.figure { text-align: right; }
svg { max-width: 100%; height: auto; font-family: system-ui, sans-serif; fill: #1c2330; }
.excerpts li { overflow-wrap: anywhere; margin: 0.2rem 0; }
.excerpts small { color: #4a5261; font-family: system-ui, sans-serif; }
mark { background: #ffe08a; color: inherit; padding: 0 0.1em; }
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  body { max-width: none; padding: 0; font-size: 11px; }
  nav { display: none; }
  .wide { overflow: visible; }
  table { font-size: 8px; }
  tbody :is(th, td) { white-space: normal; overflow-wrap: anywhere; }
  th, td { padding: 0.1rem 0.3rem; }
  h2, h3, caption { break-after: avoid; }
  tr, svg, .excerpts li { break-inside: avoid; }
  thead { display: table-header-group; }
  rect, mark, thead th { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
