import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Profile, type Servers, type Stack, startStack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import { type Figure, figure } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import { alternate, openTarget, type Target, throughput } from "./load.ts";
import { residentMegabytes } from "./memory.ts";

const PAIRS_A_ROUND = 200;
/** Until the compilers of seven processes have settled. */
const WARM_UP_MS = 15_000;
const CONCURRENCY = 32;
const THROUGHPUT_MS = 4_000;
const PEER = "direct upstream";

const CONTEXT = {
  letter:
    "Dear Ms Weber, my name is Anna Schmidt, born 12 March 1984. Please write to anna.schmidt@example.org or " +
    "call +49 30 901820. My IBAN is DE89 3704 0044 0532 0130 00. Kind regards, Anna Schmidt",
};
const TEMPLATE = "Summarise the letter in two sentences: {letter}";
const SANITISED =
  "Summarise the letter in two sentences: Dear Ms [PERSON_1], my name is [PERSON_2], born [DATE_OF_BIRTH_1]. " +
  "Please write to [EMAIL_1] or call [PHONE_1]. My IBAN is [IBAN_1]. Kind regards, [PERSON_2]";

/** What the whole pipeline adds to a call of the provider, in every profile that can be run here. */
export async function benchPipeline({ rounds, only, onProgress }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [profile, servers] of profiles()) {
    if (only !== undefined && only !== profile) continue;
    if (servers === "missing") {
      onProgress(`${profile}: not run, its servers cannot be reached (see scripts/with-infra)`);
      continue;
    }
    onProgress(`${profile}: starting the stack`);
    figures.push(...(await benchProfile(profile, servers, { rounds, onProgress })));
  }
  return figures;
}

async function benchProfile(
  profile: Profile,
  servers: Servers | undefined,
  options: Pick<BenchOptions, "rounds" | "onProgress">,
): Promise<Figure[]> {
  const stateDir = await mkdtemp(path.join(tmpdir(), "veil-bench-"));
  const stack = await startStack({
    stateDir,
    profile,
    simulator: "start",
    env: settings(),
    ...(servers && { servers }),
  });
  try {
    return await measure(stack, options);
  } finally {
    await stack.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

/** No line a request in the logs, and no limit in the way; all else as it comes. */
function settings(): NonNullable<Parameters<typeof startStack>[0]["env"]> {
  const quiet = { LOG_LEVEL: "warn" };
  return {
    "edge-gateway": { ...quiet, PER_MINUTE_LIMIT_ENTERPRISE: "1000000000" },
    bridge: quiet,
    sanitiser: quiet,
    "inference-worker": quiet,
    audit: quiet,
    "veil-signer": quiet,
  };
}

async function measure(
  stack: Stack,
  { rounds, onProgress }: Pick<BenchOptions, "rounds" | "onProgress">,
): Promise<Figure[]> {
  const { profile } = stack;
  const [ours, peer] = await openTargets(stack);
  try {
    onProgress(`${profile}: warming up`);
    await throughput(peer, CONCURRENCY, WARM_UP_MS / 5);
    await throughput(ours, CONCURRENCY, WARM_UP_MS);
    const oneByOne = { ours: [] as number[], peer: [] as number[] };
    const together = { ours: [] as number[], peer: [] as number[] };
    for (let round = 1; round <= rounds; round++) {
      onProgress(`${profile}: round ${round} of ${rounds}`);
      const samples = await alternate(ours, peer, PAIRS_A_ROUND);
      oneByOne.ours.push(...samples.ours);
      oneByOne.peer.push(...samples.peer);
      together.peer.push(await throughput(peer, CONCURRENCY, THROUGHPUT_MS / 2));
      together.ours.push(await throughput(ours, CONCURRENCY, THROUGHPUT_MS));
      await stack.simulator?.clear();
    }
    return [...latencies(profile, oneByOne), ...rates(profile, together), ...memory(stack)];
  } finally {
    await ours.close();
    await peer.close();
  }
}

async function openTargets(stack: Stack): Promise<[Target, Target]> {
  if (stack.simulator === undefined) throw new Error("The benchmark needs the upstream simulator");
  const { apiKey } = await stack.provision({ tier: "enterprise", managedAi: true });
  const ours = openTarget({
    url: stack.gatewayUrl,
    path: "/api/v1/proxy/messages",
    headers: { "x-api-key": apiKey },
    body: { prompt_template: TEMPLATE, context: CONTEXT },
  });
  const peer = openTarget({
    url: stack.simulator.url,
    path: "/v1/messages",
    headers: { "x-api-key": "sk-ant-bench", "anthropic-version": "2023-06-01" },
    body: {
      model: "bench",
      max_tokens: 1024,
      messages: [{ role: "user", content: SANITISED }],
    },
  });
  return [ours, peer];
}

type Samples = Readonly<Record<"ours" | "peer", readonly number[]>>;

function latencies(profile: Profile, { ours, peer }: Samples): Figure[] {
  return ([0.5, 0.99] as const).map((p) => {
    const direct = percentile(peer, p);
    const added = percentile(ours, p) - direct;
    return figure(`${profile}.added_p${p * 100}_ms`, added, "ms", [PEER, direct]);
  });
}

function rates(profile: Profile, { ours, peer }: Samples): Figure[] {
  const value = median(ours);
  return [figure(`${profile}.requests_per_second`, value, "1/s", [PEER, median(peer)])];
}

function memory(stack: Stack): Figure[] {
  return [...stack.pids()].map(([name, pid]) =>
    figure(`${stack.profile}.memory.${name}_mb`, residentMegabytes(pid), "MB"),
  );
}

/** The cluster profile runs on what scripts/with-infra found or started. */
function profiles(): [Profile, Servers | undefined | "missing"][] {
  const {
    VEIL_TEST_POSTGRES_URL: postgresUrl,
    VEIL_TEST_REDIS_URL: redisUrl,
    VEIL_TEST_RABBITMQ_URL: rabbitmqUrl,
    VEIL_TEST_RABBITMQ_MANAGEMENT_URL: rabbitmqManagementUrl,
  } = process.env;
  const servers =
    postgresUrl && redisUrl && rabbitmqUrl
      ? {
          postgresUrl,
          redisUrl,
          rabbitmqUrl,
          ...(rabbitmqManagementUrl && { rabbitmqManagementUrl }),
        }
      : "missing";
  return [
    ["embedded", undefined],
    ["cluster", servers],
  ];
}
