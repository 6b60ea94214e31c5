import { createPool } from "@veil/postgres-kit";
import { silentLogger } from "@veil/telemetry";
import { createTcpProxy, type TestTrust } from "@veil/testing";
import type { JobTransport } from "@veil/transport/jobs";
import request from "supertest";
import type { CustomerId } from "../../src/modules/accounts/domain/caller.ts";
import { createPostgresJobOutbox } from "../../src/modules/calls/adapters/postgres-job-outbox.ts";
import { createPostgresJobs } from "../../src/modules/calls/adapters/postgres-jobs.ts";
import { createJobRelay } from "../../src/modules/calls/background/job-relay.ts";
import type { Jobs } from "../../src/modules/calls/ports.ts";
import type { GatewayDatabase } from "./gateway-database.ts";
import { callerWith, startNativeApp } from "./native-app.ts";

const KEY = "svc_one";
const BODY = { prompt_template: "Answer {letter}", context: { letter: "Ann Weber wrote" } };
/** Of the first replica, so that another one soon takes over what it leaves. */
const LEASE_MS = 300;

/** How the connection to the database behaves from the next admission on, until it is cut. */
type Loss = "commit-lost" | "commit-never-made";

interface ReplicaOptions {
  readonly gateway: GatewayDatabase;
  readonly customerId: CustomerId;
  /** Replicas share their keys. */
  readonly testTrust: TestTrust;
  readonly monthlyLimit?: number;
}

export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** A replica with a relay of its own, whose connections to the database can be cut in the middle of an admission. */
export async function startReplica({ gateway, customerId, ...options }: ReplicaOptions) {
  const url = new URL(gateway.urls.runtimeUrl);
  const proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  const pool = { url: url.href, max: 1, log: silentLogger, applicationName: "test" };
  const database = createPool(pool);
  // An admission never waits for the relay's connection.
  const relayed = createPool(pool);
  const stored = createPostgresJobs(database);
  let loss: Loss | undefined;
  let sent = 0;

  const jobs: Jobs = {
    ...stored,
    async admit(...given) {
      await database.query("select 1");
      if (loss === "commit-lost") proxy.holdAnswers();
      if (loss === "commit-never-made") proxy.hold();
      loss = undefined;
      sent += 1;
      return await stored.admit(...given);
    },
  };
  const native = await startNativeApp({
    ...options,
    jobs,
    authenticator: {
      identify: async (apiKey) => ({ ...callerWith(apiKey), customerId, entityPolicy: undefined }),
    },
    dispatch: (job) => relay.dispatch(job),
    leaseMs: LEASE_MS,
  });
  const transport: JobTransport = {
    state: () => "up",
    start: async () => {},
    stop: async () => {},
    send: (job) => native.work(job),
  };
  const relay = createJobRelay({
    outbox: createPostgresJobOutbox(relayed),
    transport,
    log: silentLogger,
    leaseMs: LEASE_MS,
  });
  relay.start();

  return {
    ...native,
    /** The answer of the next admission is lost. */
    lose: (how: Loss) => {
      loss = how;
    },
    cut: proxy.cut,
    mend: proxy.mend,
    /** How often an admission was begun. */
    admissionsSent: () => sent,
    post: (headers: Record<string, string> = {}, waitMs = 300) =>
      request(native.app(waitMs))
        .post("/api/v1/proxy/messages")
        .set({ "x-api-key": KEY, ...headers })
        .send(BODY)
        .then((reply) => reply),
    async call(method: "get" | "delete", jobId: string) {
      const path = `/api/v1/proxy/jobs/${jobId}`;
      return await request(native.app())[method](path).set("x-api-key", KEY);
    },
    /** Ends it without a word to the database. */
    async kill() {
      await proxy.cut();
      await native.close();
      await relay.stop();
      await Promise.all([database.close(), relayed.close()]);
    },
  };
}
