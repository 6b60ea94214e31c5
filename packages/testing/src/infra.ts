import { randomInt } from "node:crypto";
import { describe } from "@jest/globals";

export type InfraServer =
  | "postgres"
  | "redis"
  | "rabbitmq"
  | "rabbitmq-management"
  | "presidio"
  | "pooler";

/**
 * The environment variables with administrator URLs, which `scripts/with-infra`,
 * `scripts/with-presidio` and `scripts/with-pgbouncer` set.
 */
const VARIABLE = {
  postgres: "VEIL_TEST_POSTGRES_URL",
  redis: "VEIL_TEST_REDIS_URL",
  rabbitmq: "VEIL_TEST_RABBITMQ_URL",
  "rabbitmq-management": "VEIL_TEST_RABBITMQ_MANAGEMENT_URL",
  presidio: "VEIL_TEST_PRESIDIO_URL",
  pooler: "VEIL_TEST_POOLER_URL",
} as const satisfies Record<InfraServer, string>;

const SCRIPT = {
  postgres: "scripts/with-infra",
  redis: "scripts/with-infra",
  rabbitmq: "scripts/with-infra",
  "rabbitmq-management": "scripts/with-infra",
  presidio: "scripts/with-presidio",
  pooler: "scripts/with-pgbouncer",
} as const satisfies Record<InfraServer, string>;

/**
 * @throws Error in a suite of `npm test -- --fast`, because a file whose suite needs a server must
 * be marked `@slow`
 */
function mayNeedMore(): void {
  if (process.env["VEIL_TEST_INFRA"] === "refused")
    throw new Error("A fast suite needs a server: begin its file with `/** @slow REASON */`");
}

export function infraUrl(server: InfraServer): string | undefined {
  mayNeedMore();
  return process.env[VARIABLE[server]];
}

/**
 * Defines a suite that needs a server. If it is missing, the suite is reported as skipped, or fails
 * with `VEIL_TEST_INFRA=required`.
 */
export function describeWithServer(
  server: InfraServer,
  name: string,
  suite: (url: string) => void,
): void {
  const url = infraUrl(server);
  if (url !== undefined) {
    describe(name, () => suite(url));
    return;
  }
  if (process.env["VEIL_TEST_INFRA"] === "required")
    throw new Error(`${name} needs ${VARIABLE[server]}; run the tests through ${SCRIPT[server]}`);
  describe.skip(`${name} (not run: no ${server} reachable)`, () => suite(""));
}

/** A third-party program that checks our results, or that is a client of the gateway. */
export type JudgeProgram =
  | "barman"
  | "claude-code"
  | "codex"
  | "cyclonus"
  | "helm"
  | "kubernetes"
  | "python"
  | "python-frameworks"
  | "python-interop"
  | "schemathesis"
  | "verify-log";

/** Returns the path of the program, or undefined if it is not installed. */
export function judgePath(program: JudgeProgram): string | undefined {
  mayNeedMore();
  return process.env[`VEIL_TEST_${program.toUpperCase().replaceAll("-", "_")}`];
}

const FUZZ_SEED = 20_261_123;

/**
 * Returns the seed for generated requests. It is the same in each run, unless `VEIL_FUZZ_SEED` is
 * another number or `fresh`.
 */
export function fuzzSeed(): number {
  const given = process.env["VEIL_FUZZ_SEED"] ?? String(FUZZ_SEED);
  if (given === "fresh") return randomInt(2 ** 31);
  if (!/^\d{1,10}$/.test(given)) throw new Error("VEIL_FUZZ_SEED must be a number, or `fresh`");
  return Number(given);
}

/** Defines a suite, which is reported as not run unless the condition holds. */
export function describeWhere(
  isThere: boolean,
  name: string,
  missing: string,
  suite: () => void,
): void {
  mayNeedMore();
  if (isThere) {
    describe(name, suite);
    return;
  }
  if (process.env["VEIL_TEST_INFRA"] === "required") throw new Error(`${name} needs ${missing}`);
  describe.skip(`${name} (not run: no ${missing})`, suite);
}
