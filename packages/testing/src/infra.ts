import { describe } from "@jest/globals";

export type InfraServer = "postgres" | "redis" | "rabbitmq" | "rabbitmq-management" | "presidio";

/** What `scripts/with-infra` found or started, as administrator URLs; Presidio: `scripts/with-presidio`. */
const VARIABLE = {
  postgres: "VEIL_TEST_POSTGRES_URL",
  redis: "VEIL_TEST_REDIS_URL",
  rabbitmq: "VEIL_TEST_RABBITMQ_URL",
  "rabbitmq-management": "VEIL_TEST_RABBITMQ_MANAGEMENT_URL",
  presidio: "VEIL_TEST_PRESIDIO_URL",
} as const satisfies Record<InfraServer, string>;

const SCRIPT = {
  postgres: "scripts/with-infra",
  redis: "scripts/with-infra",
  rabbitmq: "scripts/with-infra",
  "rabbitmq-management": "scripts/with-infra",
  presidio: "scripts/with-presidio",
} as const satisfies Record<InfraServer, string>;

/** @throws Error in a suite of `npm test -- --fast`, which has to name what it needs in its own file. */
function mayNeedMore(): void {
  if (process.env["VEIL_TEST_INFRA"] === "refused")
    throw new Error("A fast suite needs a server: begin its file with `/** @slow REASON */`");
}

/** The administrator URL of a real server, or undefined where none can be reached. */
export function infraUrl(server: InfraServer): string | undefined {
  mayNeedMore();
  return process.env[VARIABLE[server]];
}

/**
 * Runs the suite against the real server. Where there is none the suite is reported as skipped, by name;
 * with `VEIL_TEST_INFRA=required` that is an error instead.
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

/** Programs of others that check what we made; `scripts/with-go-tools` builds them. */
export type JudgeProgram = "cyclonus";

/** The path of such a program, or undefined where it is not there. */
export function judgePath(program: JudgeProgram): string | undefined {
  mayNeedMore();
  return process.env[`VEIL_TEST_${program.toUpperCase()}`];
}

/** Runs the suite where `isThere`; elsewhere it is reported as not run, and what it lacks: `missing`. */
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
