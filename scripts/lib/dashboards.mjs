import { rows } from "./dashboard-rows.mjs";

const FOLDER = "k8s/components/monitoring/dashboards";
const DATASOURCE = { type: "prometheus", uid: `\${datasource}` };
const WIDTH = 12;
const HEIGHT = 8;

/** Returns the path and the text of each dashboard of Grafana. */
export function dashboards() {
  return Object.entries(rows).map(([name, { title, panels }]) => ({
    file: `${FOLDER}/${name}.json`,
    text: `${JSON.stringify(dashboard(name, title, panels), null, 2)}\n`,
  }));
}

function dashboard(name, title, panels) {
  const query = { type: "datasource", query: "prometheus", hide: 0 };
  return {
    uid: `veil-${name}`,
    title: `Veil Gateway: ${title}`,
    tags: ["veil-gateway"],
    schemaVersion: 39,
    timezone: "browser",
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    templating: { list: [{ name: "datasource", label: "Data source", ...query }] },
    panels: panels.map(panel),
  };
}

/** `limit` draws the line from which an alert fires. */
function panel([title, unit, queries, limit], at) {
  const steps = [{ color: "green", value: null }];
  if (limit !== undefined) steps.push({ color: "red", value: limit });
  return {
    id: at + 1,
    type: "timeseries",
    title,
    datasource: DATASOURCE,
    gridPos: { x: (at % 2) * WIDTH, y: Math.floor(at / 2) * HEIGHT, w: WIDTH, h: HEIGHT },
    fieldConfig: {
      defaults: {
        unit,
        min: 0,
        custom: { thresholdsStyle: { mode: limit === undefined ? "off" : "line" } },
        thresholds: { mode: "absolute", steps },
      },
      overrides: [],
    },
    options: {
      legend: { displayMode: "list", placement: "bottom", showLegend: true },
      tooltip: { mode: "multi", sort: "desc" },
    },
    targets: Object.entries(queries).map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode("A".charCodeAt(0) + index),
      datasource: DATASOURCE,
      expr,
      legendFormat,
    })),
  };
}
