import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Profile, type Servers, type Stack, startStack } from "@veil/local-stack";

type Settings = NonNullable<Parameters<typeof startStack>[0]["env"]>;

/** Runs the six services and the simulator, with limits beyond any load and no request log. */
export async function withBenchStack<T>(
  { profile, servers, simulatorUrl, env = {} }: BenchStackOptions,
  measure: (stack: Stack) => Promise<T>,
): Promise<T> {
  const stateDir = await mkdtemp(path.join(tmpdir(), "veil-bench-"));
  const stack = await startStack({
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
  readonly servers: Servers | undefined;
  /** The default is a simulator of the stack. */
  readonly simulatorUrl?: string;
  readonly env?: Settings;
}

const SERVICES = [
  ...["edge-gateway", "bridge", "sanitiser"],
  ...["inference-worker", "audit", "veil-signer"],
] as readonly (keyof Settings)[];

function settings(more: Settings): Settings {
  const unlimited = { PER_MINUTE_LIMIT_ENTERPRISE: "1000000000" };
  const all = SERVICES.map((name) => [
    name,
    { LOG_LEVEL: "warn", ...(name === "edge-gateway" && unlimited), ...more[name] },
  ]);
  return Object.fromEntries(all) as Settings;
}

/** Returns the environment's servers; `missing` when the profile needs some and it names none. */
export function serversOf(profile: Profile): Servers | undefined | "missing" {
  if (profile === "embedded") return undefined;
  const {
    VEIL_TEST_POSTGRES_URL: postgresUrl,
    VEIL_TEST_REDIS_URL: redisUrl,
    VEIL_TEST_RABBITMQ_URL: rabbitmqUrl,
    VEIL_TEST_RABBITMQ_MANAGEMENT_URL: rabbitmqManagementUrl,
  } = process.env;
  if (!(postgresUrl && redisUrl && rabbitmqUrl)) return "missing";
  return {
    ...{ postgresUrl, redisUrl, rabbitmqUrl },
    ...(rabbitmqManagementUrl && { rabbitmqManagementUrl }),
  };
}
