// Writes docs/auditors/data-flow.svg. With --check, only verifies that the file is up to date.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { ROOT } from "./lib/root.mjs";

const FILE = "docs/auditors/data-flow.svg";
const [WIDTH, HEIGHT] = [1360, 940];

// The colors are distinguishable with red-green color blindness. Each kind also has its own dash
// pattern.
const KINDS = {
  both: { color: "#7a1f5c", dash: "", text: "who asks and what they ask" },
  who: { color: "#1f5fa8", dash: "2 4", text: "who asks" },
  values: { color: "#b35900", dash: "10 4", text: "values in plain text, without identity" },
  placeholders: { color: "#5b4a00", dash: "14 4 2 4", text: "template and placeholders" },
  sealed: { color: "#4a5260", dash: "5 4", text: "sealed or keyed: unreadable where stored" },
  facts: {
    color: "#6b7480",
    dash: "1 3",
    text: "events, counters, public keys: no value, no name",
  },
};

// Each line: x, y, width, height | name
const ZONES = rowsOf(`
  470 150 420 120 | veil-edge
  40 150 270 120 | veil-identity: Sandbox A
  1050 150 270 120 | veil-sanitiser
  470 420 420 280 | veil-data
  1050 420 270 280 | veil-inference: Sandbox B
  40 520 270 180 | veil-audit
  40 345 270 100 | veil-signer
`);

// Each line: x, y, width, height | name | lines that describe it
const BOXES = rowsOf(`
  570 30 220 50 | application | holds the API key
  490 182 380 74 | edge-gateway | sees both, while a request is in flight
  60 182 230 74 | bridge | customer id → token | opens no connection
  1070 182 230 74 | sanitiser | values → placeholders | knows no customer
  490 452 180 66 | gateway-db | jobs, answers, maps: sealed
  690 452 180 66 | redis | counters, wake-ups
  490 610 380 66 | rabbitmq | each user may only write or only read a queue
  1070 452 230 84 | inference-worker | opens jobs, renders the prompt, | holds the provider key
  1070 610 230 66 | egress-proxy | named hosts, port 443
  60 552 230 50 | audit | customer ids, times, counts
  60 634 230 46 | audit-db: hash chain
  60 377 230 50 | veil-signer | signs the list of public keys
  1070 760 230 50 | model provider | outside, not trusted
`);

// Arrows show the direction of data; the isolation matrix shows which peer opens the connection.
// Each line: kind, points as x,y | position of the label as x, y, anchor | lines of the label
const FLOWS = rowsOf(`
  both 650,80 650,182 | 640 120 end | prompt, values, key
  both 710,182 710,80 | 722 112 start | answer with values, | compliance trace
  who 490,205 290,205 | 390 196 middle | customer id
  who 290,235 490,235 | 390 254 middle | token
  values 870,205 1070,205 | 970 196 middle | values of the context
  values 1070,235 870,235 | 970 254 middle | spans, text with | placeholders
  sealed 560,256 560,452 | 568 350 start | jobs, answers, | maps; HMACs | of API keys
  facts 840,256 840,452 | 834 392 end | counters
  sealed 675,256 675,610 | 668 300 end | jobs: sealed | to B, signed
  sealed 686,610 686,256 | 694 330 start | results: sealed to | the gateway, signed
  sealed 870,630 980,630 980,480 1070,480 | 972 560 end | jobs
  sealed 1070,510 1010,510 1010,655 870,655 | 940 673 middle | results
  placeholders 1150,536 1150,610
  placeholders 1150,676 1150,760 | 1160 722 start | prompt with placeholders, | a random user id
  facts 490,643 400,643 400,577 290,577 | 392 625 end | events
  facts 175,602 175,634
  facts 290,402 430,402 430,248 490,248 | 360 394 middle | key manifest
`);

const NOTES = [
  "No line leads from Sandbox A to Sandbox B, nor back: no route, no credential, no shared vocabulary.",
  "The edge gateway probes isolation: it sends A's credential to B, and B's to A.",
  "Not drawn: the gateway controller in front, Prometheus, the operators of the databases and the broker; audit-proxy, to witnesses and a time-stamping authority.",
];

function rowsOf(text) {
  const rows = text.trim().split("\n");
  return rows.map((row) => row.split("|").map((cell) => cell.trim()));
}

function draw() {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" font-family="Helvetica, Arial, sans-serif" font-size="13" fill="#1c2330" role="img" aria-label="Data flow of one request">`,
    ...Object.entries(KINDS).map(arrowHead),
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`,
    '<text x="16" y="30" font-size="18" font-weight="bold">Data flow of one request</text>',
    '<text x="16" y="52" font-size="12">Shaded: a namespace, closed in both directions except for the listed edges.</text>',
    ...ZONES.map(zone),
    ...BOXES.map(box),
    ...FLOWS.map(flow),
    ...Object.values(KINDS).map(legend),
    ...NOTES.map((note, at) => `<text x="470" y="${850 + at * 24}" font-size="12">${note}</text>`),
    "</svg>",
    "",
  ].join("\n");
}

function arrowHead([kind, { color }]) {
  return `<marker id="${kind}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0 L10 5 L0 10 z" fill="${color}"/></marker>`;
}

function zone([place, name]) {
  const [x, y, width, height] = place.split(" ").map(Number);
  const edge = name.includes("Sandbox")
    ? 'stroke="#7a1f5c" stroke-width="2.5"'
    : 'stroke="#c9ced6"';
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6" fill="#eef1f6" ${edge}/>` +
    `<text x="${x + 12}" y="${y + 20}" font-size="12" font-weight="bold">${name}</text>`
  );
}

function box([place, ...lines]) {
  const [x, y, width, height] = place.split(" ").map(Number);
  const first = y + height / 2 - (lines.length - 1) * 9 + 4;
  const texts = lines.map((line, at) => {
    const style = at === 0 ? 'font-weight="bold"' : 'font-size="12"';
    return `<text x="${x + width / 2}" y="${first + at * 18}" text-anchor="middle" ${style}>${line}</text>`;
  });
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="4" fill="#ffffff" stroke="#4a5260"/>${texts.join("")}`;
}

function flow([route, place = "", ...lines]) {
  const [kind, ...points] = route.split(" ");
  const { color, dash } = KINDS[kind];
  const [x, y, anchor] = place.split(" ");
  const texts = lines.map(
    (line, row) =>
      `<text x="${x}" y="${Number(y) + row * 15}" font-size="12" text-anchor="${anchor}" fill="${color}">${line}</text>`,
  );
  return `<path d="M${points.join(" L")}" fill="none" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}" marker-end="url(#${kind})"/>${texts.join("")}`;
}

function legend({ color, dash, text }, at) {
  const y = 775 + at * 24;
  return (
    `<path d="M40 ${y} L110 ${y}" stroke="${color}" stroke-width="2" stroke-dasharray="${dash}"/>` +
    `<text x="122" y="${y + 4}">${text}</text>`
  );
}

const target = path.join(ROOT, FILE);
const picture = draw();
if (!process.argv.includes("--check")) await writeFile(target, picture);
else if (picture !== (await readFile(target, "utf8").catch(() => ""))) {
  console.error(`${FILE} is not up to date: run scripts/draw-data-flow.mjs`);
  process.exitCode = 1;
}
