import { parseArgs } from "node:util";
import { benchPipeline } from "./pipeline/bench-pipeline.ts";
import { printFigures } from "./report.ts";

const BENCHMARKS = { pipeline: benchPipeline } as const;

const HELP = `npm run bench -- NAME [--json] [--rounds N] [--profile embedded|cluster]

NAME     ${Object.keys(BENCHMARKS).join(", ")}
--json   one line a figure: {"figure","value","unit","peer"?,"peer_value"?,"ratio"?}
--rounds how many interleaved rounds (default 5)
--profile one profile alone (default: every one whose servers can be reached)

The same work, ours and the peer, interleaved in one run; medians of the rounds. The cluster profile needs
PostgreSQL, Redis and RabbitMQ: scripts/with-infra finds or starts them.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    profile: { type: "string" },
    help: { type: "boolean", default: false },
  },
});
const name = positionals[0] ?? "";
if (values.help || !(name in BENCHMARKS)) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}
const figures = await BENCHMARKS[name as keyof typeof BENCHMARKS]({
  rounds: Number(values.rounds),
  only: values.profile,
  onProgress: (line) => process.stderr.write(`${line}\n`),
});
printFigures(figures, values.json);
