import { createTcpProxy, type TestTrust } from "@veil/testing";
import request from "supertest";
import type { Stores } from "../../src/stores.ts";
import type { GatewayDatabase } from "./gateway-database.ts";
import { startGatewayOn } from "./test-gateway.ts";

const BODY = { prompt_template: "Answer {letter}", context: { letter: "Ann Weber wrote" } };

type Loss = "commit-lost" | "commit-never-made";

interface ReplicaOptions {
  readonly gateway: GatewayDatabase;
  readonly testTrust: TestTrust;
  readonly waitMs: number;
  readonly settings?: Readonly<Record<string, string>>;
}

export type CutOffReplica = Awaited<ReturnType<typeof startReplica>>;

/** Starts a gateway whose database connections can be cut in the middle of an admission. */
export async function startReplica({ gateway, testTrust, waitMs, settings }: ReplicaOptions) {
  const url = new URL(gateway.urls.runtimeUrl);
  const proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  let loss: Loss | undefined;
  let sent = 0;

  function stores({ jobs, ...others }: Stores): Stores {
    async function admit(...given: Parameters<typeof jobs.admit>) {
      await others.isUp();
      if (loss === "commit-lost") proxy.holdAnswers();
      if (loss === "commit-never-made") proxy.hold();
      loss = undefined;
      sent += 1;
      return await jobs.admit(...given);
    }
    return { ...others, jobs: { ...jobs, admit } };
  }

  // The clock stands still, so that cached keys do not expire while the database is down.
  const startedMs = Date.now();
  const started = await startGatewayOn(
    url.href,
    { WAIT_TIMEOUT_MS: String(waitMs), ...settings },
    { testTrust, stores, nowMs: () => startedMs },
  );
  return {
    provision: started.provision,
    lose: (how: Loss) => {
      loss = how;
    },
    cut: proxy.cut,
    mend: proxy.mend,
    admissionsSent: () => sent,
    worked: () => started.worker.jobIds,
    post: (apiKey: string, headers: Record<string, string> = {}) =>
      request(started.app)
        .post("/api/v1/proxy/messages")
        .set({ "x-api-key": apiKey, ...headers })
        .send(BODY)
        .then((reply) => reply),
    async call(method: "get" | "delete", jobId: string, apiKey: string) {
      const path = `/api/v1/proxy/jobs/${jobId}`;
      return await request(started.app)[method](path).set("x-api-key", apiKey);
    },
    async kill() {
      await proxy.cut();
      await started.close();
    },
  };
}
