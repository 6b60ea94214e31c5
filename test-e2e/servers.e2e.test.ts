/** @all starts a stack, and stops the servers that it uses */
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { callEventsOf } from "@veil/local-stack/inspection";
import { createTcpProxy, infraUrl, type TcpProxy, until } from "@veil/testing";
import { describeBroker } from "./suites/faults/broker.ts";
import { acceptedOf, answerTo, gatewayAt, jobDone } from "./support/clients/gateway.ts";
import { describeClusterOnly, type Scenario } from "./support/scenario.ts";
import { letterRequest, PERSON_EN } from "./support/texts.ts";

interface ProxiedServer {
  readonly url: string;
  readonly proxy: TcpProxy;
}

let postgres: ProxiedServer;
let redis: ProxiedServer;
beforeAll(async () => {
  postgres = await proxiedServer(infraUrl("postgres") ?? "postgres://127.0.0.1:5432");
  redis = await proxiedServer(infraUrl("redis") ?? "redis://127.0.0.1:6379");
});
afterAll(async () => {
  await postgres.proxy.cut();
  await redis.proxy.cut();
});

async function proxiedServer(target: string): Promise<ProxiedServer> {
  const url = new URL(target);
  const proxy = await createTcpProxy({ host: url.hostname, port: Number(url.port) });
  url.hostname = "127.0.0.1";
  url.port = String(proxy.port);
  return { url: url.href, proxy };
}

const PER_MINUTE = 4;

describeClusterOnly(
  "A server that fails",
  (scenario) => {
    theLimits(scenario);
    theDatabase(scenario);
    theWorkers(scenario);
    describeBroker(scenario);
  },
  {
    servers: () => ({ postgresUrl: postgres.url, redisUrl: redis.url }),
    env: () => ({
      "edge-gateway": {
        WAIT_TIMEOUT_MS: "400",
        PER_MINUTE_LIMIT_PRO: String(PER_MINUTE),
      },
    }),
  },
);

function theLimits(scenario: () => Scenario): void {
  test.each(["gone", "hanging"] as const)(
    "While Redis is %s, requests are served, and the per-minute limit holds",
    async (how) => {
      const { gateway, customer } = scenario();
      const { apiKey } = await customer({ tier: "pro" });
      if (how === "gone") await redis.proxy.cut();
      else redis.proxy.hold();
      try {
        const statuses = [];
        for (let sent = 0; sent < PER_MINUTE + 2; sent++)
          statuses.push((await gateway.proxy(apiKey, letterRequest())).status);
        for (const status of statuses.slice(0, PER_MINUTE)) expect([200, 202]).toContain(status);
        expect(statuses.slice(PER_MINUTE)).toEqual([429, 429]);
      } finally {
        await redis.proxy.cut();
        await redis.proxy.mend();
      }
      // Without Redis, the gateway refuses scans and registrations.
      await until(
        "texts are scanned again",
        async () => (await gateway.scan({ text: "a" })).status === 200,
      );
      const { apiKey: other } = await customer();
      await answerTo(gateway, other, await gateway.proxy(other, letterRequest()));
    },
  );
}

function theDatabase(scenario: () => Scenario): void {
  async function startedJob(ms: number) {
    const { gateway, simulator, customer } = scenario();
    const { apiKey } = await customer();
    simulator.clear();
    const model = `sim-slow-${ms}`;
    const jobId = acceptedOf(await gateway.proxy(apiKey, letterRequest({ model })));
    await until("the provider has the request", () => simulator.record().length > 0);
    return { apiKey, jobId };
  }

  async function expectFinished(apiKey: string, jobId: string): Promise<void> {
    const { gateway, simulator } = scenario();
    const response = await jobDone(gateway, apiKey, jobId);
    expect(response.result).toContain(PERSON_EN.iban);
    expect(simulator.record()).toHaveLength(1);
    expect((await gateway.usage(apiKey)).used).toBe(1);
  }

  test("While the database is gone, requests get 503, and a job in flight is finished when it is back", async () => {
    const { gateway, simulator } = scenario();
    const { apiKey, jobId } = await startedJob(700);
    await postgres.proxy.cut();
    try {
      const reply = await gateway.proxy(apiKey, letterRequest());
      expect(reply.status).toBe(503);
      expect(reply.body).toEqual({
        error: expect.stringMatching(/_unavailable$/),
        message: expect.any(String),
        retry_after_seconds: expect.any(Number),
        request_id: reply.headers["x-request-id"],
      });
      expect((await gateway.job(apiKey, jobId)).status).toBe(503);
      await until("the provider has answered", () =>
        simulator.record().every(({ ended }) => ended),
      );
      expect(simulator.record()).toHaveLength(1);
    } finally {
      await postgres.proxy.mend();
    }
    await expectFinished(apiKey, jobId);
  });

  test("When the database is gone while the provider answers an SDK call, then the call gets its answer, and its events and certificate once the database is back", async () => {
    const { stack, gateway, simulator, customer } = scenario();
    const { apiKey } = await customer();
    simulator.clear();
    const messages = [{ role: "user", content: "Hello" }];
    const body = { model: "sim-slow-1000", max_tokens: 10, messages };
    const calling = gateway.call({ method: "POST", path: "/v1/messages", apiKey, body });
    await until("the provider has the request", () => simulator.record().length > 0);
    await postgres.proxy.cut();
    const reply = await calling.finally(() => postgres.proxy.mend());
    expect(reply.status).toBe(200);
    const requestId = reply.headers["x-request-id"] ?? "";
    const path = `/api/v1/veil/certificate/${requestId}/public`;
    await until("it is certified", async () => (await gateway.call({ path })).status === 200);
    await until("its end is in the log once", async () => {
      const types = (await callEventsOf(stack, requestId)).map(({ event_type }) => event_type);
      return types.filter((type) => type === "SDK_INFERENCE_COMPLETED").length === 1;
    });
  });

  test("When the database fails while a request waits for its job, then the request is accepted, not refused", async () => {
    const { stack, simulator, customer } = scenario();
    const replica = await stack.startReplica("edge-gateway", { WAIT_TIMEOUT_MS: "2000" });
    const gateway = gatewayAt(replica.url);
    try {
      const { apiKey } = await customer();
      simulator.clear();
      const waiting = gateway.proxy(apiKey, letterRequest({ model: "sim-slow-900" }));
      await until("the provider has the request", () => simulator.record().length > 0);
      await postgres.proxy.cut();
      const jobId = acceptedOf(await waiting);
      await postgres.proxy.mend();
      await expectFinished(apiKey, jobId);
    } finally {
      await postgres.proxy.mend();
      await gateway.close();
      await replica.stop();
    }
  });

  test("When connections to the database hang, then a request is eventually refused, and later requests get new connections", async () => {
    const { stack, gateway, simulator, customer } = scenario();
    const { apiKey } = await customer();
    simulator.clear();
    // Background work uses fewer connections than these calls open, so the request gets one that
    // hangs.
    const used = () => gateway.call({ path: "/api/v1/usage", apiKey });
    const others = () => Promise.all(Array.from({ length: 4 }, used));
    await others();
    postgres.proxy.hold();
    const reply = await gateway.proxy(apiKey, letterRequest());
    expect(reply.status).toBe(503);
    expect(simulator.record()).toEqual([]);
    const health = await fetch(`${stack.opsUrl("edge-gateway")}/health`);
    expect(health.status).toBe(200);
    // A connection may also hang during an admission. Then the gateway accepts the request, and
    // looks up its state later.
    let accepted = 0;
    await until("it is served", async () => {
      const [next] = await Promise.all([gateway.proxy(apiKey, letterRequest()), others()]);
      if (next.status === 503) return false;
      accepted += 1;
      return answerTo(gateway, apiKey, next);
    });
    const counted = async () => (await gateway.usage(apiKey)).used === accepted;
    await until("each that was accepted is counted", counted);
  });
}

function theWorkers(scenario: () => Scenario): void {
  test("When one of two workers dies, then the other finishes its jobs", async () => {
    const { stack, gateway, simulator, customer } = scenario();
    const second = await stack.startReplica("inference-worker");
    try {
      const { apiKey } = await customer();
      simulator.clear();
      const request = letterRequest({ model: "sim-slow-1500" });
      const sent = Array.from({ length: 6 }, () => gateway.proxy(apiKey, request));
      const jobIds = (await Promise.all(sent)).map(acceptedOf);
      await until("the provider has all", () => simulator.record().length === jobIds.length);
      await second.kill();
      const attempts = [];
      for (const jobId of jobIds) {
        const done = await jobDone(gateway, apiKey, jobId);
        expect(done.status).toBe("JOB_STATUS_COMPLETED");
        attempts.push(done.compliance_trace.attempts);
      }
      expect(new Set(attempts)).toEqual(new Set([1, 2]));
      expect((await gateway.usage(apiKey)).used).toBe(jobIds.length);
    } finally {
      await second.stop();
    }
  });
}
