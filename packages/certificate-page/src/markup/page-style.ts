import { sha256Portable } from "@veil/crypto/portable";

/** The only style sheet of the pages. */
export const PAGE_STYLE = `:root{color-scheme:light dark;--text:#1a1a1a;--back:#fff;--quiet:#4d4d4d;--line:#767676;--box:#f4f5f7;--good:#0b5d1e;--bad:#9b1c1c;--action:#174ea6}
@media (prefers-color-scheme:dark){:root{--text:#ececec;--back:#17191c;--quiet:#b9bcc1;--line:#8a8d93;--box:#23262b;--good:#7ddc93;--bad:#ff9d94;--action:#9fc2ff}}
*{box-sizing:border-box}
body{font:1rem/1.55 system-ui,-apple-system,"Segoe UI","DejaVu Sans",sans-serif;color:var(--text);background:var(--back);margin:0}
header,main,footer{max-width:56rem;margin:0 auto;padding:1rem 1.5rem}
header{color:var(--quiet);border-bottom:1px solid var(--line)}
footer{color:var(--quiet);border-top:1px solid var(--line);margin-top:3rem}
header p,footer p{margin:0}
h1{font-size:1.75rem;line-height:1.25;margin:1rem 0;overflow-wrap:anywhere}
h2{font-size:1.25rem;margin:2rem 0 .5rem;overflow-wrap:anywhere}
h3{font-size:1.05rem;margin:1.25rem 0 .25rem}
table{border-collapse:collapse;width:100%;margin:1rem 0}
caption{text-align:left;font-weight:600;padding:.25rem 0}
.passed{table-layout:fixed}
.passed th:nth-child(1){width:18%}.passed th:nth-child(n+4){width:11%;text-align:right}
.passed th:nth-child(2),.passed th:nth-child(3){width:30%}
th,td{text-align:left;vertical-align:top;overflow-wrap:break-word;border-bottom:1px solid var(--line);padding:.35rem .5rem}
th{font-weight:600;color:var(--quiet)}
td.number{text-align:right;font-variant-numeric:tabular-nums}
.steps td.number{width:3rem}
.steps td:nth-child(2){white-space:nowrap;font-weight:600;width:9rem}
td.holds{color:var(--good)}
td.fails{color:var(--bad)}
td.holds::before{content:"\\2713\\a0"}
td.fails::before{content:"\\2717\\a0"}
td.not_checked{color:var(--quiet)}
dl{display:grid;grid-template-columns:minmax(10rem,1fr) 2fr;gap:.35rem 1rem;margin:.5rem 0}
dt{font-weight:600}
dd{margin:0;overflow-wrap:anywhere}
li{margin:.25rem 0}
code{hyphens:none;font:.9em/1.4 ui-monospace,"DejaVu Sans Mono",monospace;overflow-wrap:anywhere}
a{color:var(--action)}
:focus-visible{outline:3px solid var(--action);outline-offset:2px}
.result{border:2px solid currentColor;border-radius:.375rem;padding:.75rem 1rem;font-size:1.15rem}
.valid{color:var(--good)}
.invalid{color:var(--bad)}
form{background:var(--box);border-radius:.375rem;padding:1rem 1.25rem;margin:1rem 0}
label{display:block;font-weight:600;margin-top:1rem}
.hint{margin:.1rem 0 .35rem;color:var(--quiet)}
input,textarea,button{font:inherit;color:inherit}
input:not([type=file]),textarea{width:100%;padding:.5rem;border:1px solid var(--line);border-radius:.25rem;background:var(--back);font-family:ui-monospace,"DejaVu Sans Mono",monospace;font-size:.9rem}
input[type=file]{display:block;max-width:100%}
button{display:block;margin-top:1.25rem;padding:.6rem 1.25rem;border:0;border-radius:.25rem;background:var(--action);color:var(--back);font-weight:600;cursor:pointer}
[hidden]{display:none}
@media (max-width:40rem){dl{grid-template-columns:1fr}dd{margin-bottom:.5rem}header,main,footer{padding:1rem}table{font-size:.85rem}.passed{table-layout:auto}.passed th:nth-child(n){width:auto}th,td{padding:.3rem .2rem;hyphens:auto}}
@media print{:root{color-scheme:light;--text:#000;--back:#fff;--quiet:#333;--line:#777;--good:#0b5d1e;--bad:#9b1c1c}
body{font-size:10.5pt}header,main,footer{max-width:none;padding:.25rem 0}form{display:none}
table,dl{break-inside:avoid}.steps{break-inside:auto}tr{break-inside:avoid}h2,h3,caption{break-after:avoid}}`;

const hash = sha256Portable(new TextEncoder().encode(PAGE_STYLE));

/** The hash of the style sheet, in the format of content security policies. */
export const STYLE_SOURCE = `'sha256-${btoa(String.fromCharCode(...hash))}'`;
