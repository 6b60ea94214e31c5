import { parseArgs } from "node:util";
import { benchAdmission } from "./admission/bench-admission.ts";
import { benchAudit } from "./audit/bench-audit.ts";
import { benchBase } from "./base/bench-base.ts";
import { benchEvidence } from "./evidence/bench-evidence.ts";
import { benchFindings } from "./findings/bench-findings.ts";
import { benchGrowth } from "./growth/bench-growth.ts";
import { benchLinearity } from "./linearity/bench-linearity.ts";
import { benchPipeline } from "./pipeline/bench-pipeline.ts";
import { benchPortal } from "./portal/bench-portal.ts";
import { benchRecognizers } from "./recognizers/bench-recognizers.ts";
import { printFigures } from "./report.ts";
import { benchSanitiser } from "./sanitiser/bench-sanitiser.ts";
import { benchSdk } from "./sdk/bench-sdk.ts";
import { benchSizing } from "./sizing/bench-sizing.ts";
import { benchSoak } from "./soak/bench-soak.ts";
import { benchVeil } from "./veil/bench-veil.ts";

const BENCHMARKS = {
  pipeline: benchPipeline,
  sdk: benchSdk,
  sanitiser: benchSanitiser,
  findings: benchFindings,
  recognizers: benchRecognizers,
  linearity: benchLinearity,
  audit: benchAudit,
  admission: benchAdmission,
  growth: benchGrowth,
  soak: benchSoak,
  veil: benchVeil,
  base: benchBase,
  sizing: benchSizing,
  evidence: benchEvidence,
  portal: benchPortal,
} as const;

const HELP = `npm run bench -- NAME [--json] [--rounds N] [--minutes N] [--profile embedded|cluster]

pipeline     what the whole pipeline adds to a call of the provider, and the CPU time of each process for a request;
             compared with the direct call and a reference gateway
sdk          what POST /v1/messages adds to a call of the provider, whole and streamed, and what it costs; compared with
             @portkey-ai/gateway, cloakpipe and the reference gateway
sanitiser    finding personal data: speed, time by length, recall and precision, memory, short texts
             during a long one; compared with openredaction, redact-pii, compromise and Presidio
findings     GET /health while a body with nearly the maximum of findings is in flight
recognizers  what the engine costs in steps, and each recognizer, dearest first
linearity    what each recognizer and layer costs on a quarter of a megabyte that is made to be hard to read, compared with its eighth
             eight times over; the exit code is 1 where it is more than three times as much
audit        queries and appends of the audit service over HTTP, with a log of a million events
admission    jobs of one customer that four replicas admit per second; compared with one job at a time at each replica
growth       queries and appends with a log of ten million events, admissions with a million stored jobs, and their daily sweep; compared
             with a stack of a tenth as many events and one job. Needs 25 GB of disk
soak         SDK calls for ten minutes, with streams, aborts and errors: memory, sockets and rows before and after; the exit code is
             1 where something grew
veil         certificates issued per second, certificates verified per second, and what they add to a call: time, and CPU time of
             each process; compared with plain Ed25519, and with the same stack without certificates
base         CPU time of a call, calls per second, duration and memory; compared with the checkout that --base names
evidence     an evidence pack that lists a million certificates: size, time, and memory that it adds to the gateway
portal       when the portal's first page can be used on a CPU that is four times slower; compared with an empty page
sizing       what a call uses: CPU time of each process, WAL and disk of the databases; and memory and database connections

--json   one line a figure: {"figure","value","unit","peer"?,"peer_value"?,"ratio"?}
--rounds how many interleaved rounds (default 5)
--base   a folder with another checkout of this repository, which is built (\`npm start -- --help\`)
--minutes how long \`soak\` runs (default 10)
--profile one profile of the pipeline or of \`veil\` alone (default: every one whose servers can be reached), or one recognizer or
         layer of \`linearity\`

The same work, ours and the peer, interleaved in one run; medians of the rounds. The cluster profile needs
PostgreSQL, Redis and RabbitMQ: scripts/with-infra finds or starts them. The sanitiser's peers come from npm,
as tools/bench/peers pins them, into .tooling; Presidio from PyPI, or PRESIDIO_URL names an analyzer on this machine. A
missing peer is reported, and the run continues; cloakpipe needs cargo. Texts: the development sets in VEIL_DATA
(default ../shared/data), else committed ones.
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    rounds: { type: "string", default: "5" },
    minutes: { type: "string", default: "10" },
    profile: { type: "string" },
    base: { type: "string" },
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
  minutes: Number(values.minutes),
  only: values.profile,
  base: values.base,
  onProgress: (line) => process.stderr.write(`${line}\n`),
});
printFigures(figures, values.json);
