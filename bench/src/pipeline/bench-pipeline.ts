import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Profile, type Servers, startStack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";
import type { Figure } from "../report.ts";
import { measureStack, type Round } from "./measure-stack.ts";
import { profileFigures, referenceFigures } from "./pipeline-figures.ts";
import { type Reference, startReference } from "./start-reference.ts";

export async function benchPipeline({ rounds, only, onProgress }: BenchOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  const all: Round[] = [];
  for (const [profile, servers] of profiles()) {
    if (only !== undefined && only !== profile) continue;
    if (servers === "missing") {
      onProgress(`${profile}: not run, its servers cannot be reached (see scripts/with-infra)`);
      continue;
    }
    onProgress(`${profile}: starting the stack`);
    const measured = await benchProfile(profile, servers, { rounds, onProgress });
    figures.push(...measured.figures);
    all.push(...measured.rounds);
  }
  return [...figures, ...referenceFigures(all)];
}

async function benchProfile(
  profile: Profile,
  servers: Servers | undefined,
  options: Pick<BenchOptions, "rounds" | "onProgress">,
): Promise<{ figures: Figure[]; rounds: Round[] }> {
  const stateDir = await mkdtemp(path.join(tmpdir(), "veil-bench-"));
  const stack = await startStack({
    stateDir,
    profile,
    simulator: "start",
    env: settings(),
    ...(servers && { servers }),
  });
  let reference: Reference | undefined;
  try {
    reference = await startReference(stack.simulator?.url ?? "");
    const rounds = await measureStack(stack, reference, options);
    return { figures: profileFigures(stack, rounds), rounds };
  } finally {
    reference?.stop();
    await stack.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

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
