import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { SERVICE_NAMES } from "@veil/crypto";
import { type Profile, type Servers, type Stack, startStack } from "@veil/local-stack";
import type { BenchOptions } from "../bench-options.ts";

type Settings = NonNullable<Parameters<typeof startStack>[0]["env"]>;

/**
 * Runs `measure` with the six services and the simulator, with limits beyond any load and without a
 * request log.
 */
export async function withBenchStack<T>(
  { profile, servers, simulatorUrl, env = {}, start = startStack }: BenchStackOptions,
  measure: (stack: Stack) => Promise<T>,
): Promise<T> {
  const stateDir = await mkdtemp(path.join(tmpdir(), "veil-bench-"));
  const stack = await start({
    ...{ stateDir, profile },
    env: settings(env),
    simulator: simulatorUrl === undefined ? "start" : { url: simulatorUrl },
    ...(servers && { servers }),
  });
  try {
    return await measure(stack);
  } finally {
    await stack.stop();
    await rm(stateDir, { recursive: true, force: true });
  }
}

export interface BenchStackOptions {
  readonly profile: Profile;
  readonly servers?: Servers | undefined;
  /** The provider's address. By default the stack starts a simulator. */
  readonly simulatorUrl?: string;
  readonly env?: Settings;
  /** The function of another checkout that starts its stack. */
  readonly start?: typeof startStack;
}

function settings(more: Settings): Settings {
  const unlimited = { PER_MINUTE_LIMIT_ENTERPRISE: "1000000000" };
  const all = SERVICE_NAMES.map((name) => [
    name,
    { LOG_LEVEL: "warn", ...(name === "edge-gateway" && unlimited), ...more[name] },
  ]);
  return Object.fromEntries(all) as Settings;
}

const PROFILES: readonly Profile[] = ["embedded", "cluster"];

/**
 * Returns the profiles to measure. Reports profiles whose servers the environment does not name.
 */
export function reachableProfiles({
  only,
  onProgress,
}: Pick<BenchOptions, "only" | "onProgress">): readonly BenchStackOptions[] {
  const chosen = PROFILES.filter((profile) => only === undefined || only === profile);
  return chosen.flatMap((profile): BenchStackOptions[] => {
    if (profile === "embedded") return [{ profile }];
    const servers = serversFromEnvironment();
    if (servers !== undefined) return [{ profile, servers }];
    onProgress(`${profile}: not run, its servers cannot be reached (see scripts/with-infra)`);
    return [];
  });
}

function serversFromEnvironment(): Servers | undefined {
  const {
    VEIL_TEST_POSTGRES_URL: postgresUrl,
    VEIL_TEST_REDIS_URL: redisUrl,
    VEIL_TEST_RABBITMQ_URL: rabbitmqUrl,
    VEIL_TEST_RABBITMQ_MANAGEMENT_URL: rabbitmqManagementUrl,
  } = process.env;
  if (!(postgresUrl && redisUrl && rabbitmqUrl)) return undefined;
  return {
    ...{ postgresUrl, redisUrl, rabbitmqUrl },
    ...(rabbitmqManagementUrl && { rabbitmqManagementUrl }),
  };
}
