import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { CallPoolSettings } from "@veil/service-kit/http";
import { silentLogger as log } from "@veil/service-kit/telemetry";
import { until } from "@veil/testing";
import { type JobTransport, NotSentError } from "../job-ports.ts";
import {
  describeJobTransport,
  type JobHarness,
  outgoing,
  signal,
} from "../job-transport.contract.ts";
import { createHttpJobSource } from "./http-job-source.ts";
import { createHttpJobTransport } from "./http-job-transport.ts";
import { type HttpTestService, openHttpTestService } from "./http-test-service.contract.ts";

const CALLS = { connections: 2, lifetimeMs: 200 };

describeJobTransport("HTTP", () => openPeers());
describeJobTransport("call connections", () => openPeers(CALLS));

async function openPeers(calls?: CallPoolSettings): Promise<JobHarness> {
  const service = await openHttpTestService("inference-worker", calls);
  const transports: JobTransport[] = [];
  return {
    gateway() {
      const transport = createHttpJobTransport({
        client: service.client(),
        log,
        probeIntervalMs: 50,
      });
      transports.push(transport);
      return transport;
    },
    async worker(concurrency) {
      const source = createHttpJobSource({ concurrency, log });
      return { source, ...(await service.serve(source.route)) };
    },
    cut: service.cut,
    mend: service.mend,
    async close() {
      await Promise.all(transports.map((transport) => transport.stop()));
      await service.close();
    },
  };
}

describe.each([
  ["HTTP", undefined],
  ["call connections", CALLS],
])("The job transport over %s", (_kind, calls) => {
  let service: HttpTestService;

  beforeEach(async () => {
    service = await openHttpTestService("inference-worker", calls);
  });
  afterEach(() => service.close());

  async function openGateway() {
    const transport = createHttpJobTransport({
      client: service.client(),
      log,
      probeIntervalMs: 50,
    });
    await transport.start(async () => undefined);
    return transport;
  }

  test("When the worker is busy, send rejects with a NotSentError and the transport stays up", async () => {
    const source = createHttpJobSource({ concurrency: 1, log });
    await service.serve(source.route);
    const [begun, end] = [signal(), signal()];
    await source.start(async () => {
      begun.give();
      await end.given;
      return { kind: "answered", result: "done" };
    });
    const transport = await openGateway();
    const first = transport.send(outgoing("j1"));
    await begun.given;
    await expect(transport.send(outgoing("j2"))).rejects.toBeInstanceOf(NotSentError);
    expect(transport.state()).toBe("up");
    end.give();
    await first;
    await transport.stop();
  });

  test("When the connection breaks during a job, send rejects, but not with a NotSentError", async () => {
    const source = createHttpJobSource({ concurrency: 1, log });
    const worker = await service.serve(source.route);
    const begun = signal();
    await source.start(() => {
      begun.give();
      return new Promise(() => undefined);
    });
    const transport = await openGateway();
    const sent = transport.send(outgoing("j1"));
    sent.catch(() => undefined);
    await begun.given;
    await worker.kill();
    await expect(sent).rejects.not.toBeInstanceOf(NotSentError);
    await until("the transport is down", () => transport.state() === "down");
    await transport.stop();
  });

  test("When the worker sends no heartbeats, send times out long before the job's deadline, but not with a NotSentError", async () => {
    const source = createHttpJobSource({ concurrency: 1, log, heartbeatMs: 60_000 });
    await service.serve(source.route);
    await source.start(() => new Promise(() => undefined));
    const transport = createHttpJobTransport({ client: service.client(), log, silenceMs: 100 });
    await transport.start(async () => undefined);
    const sent = transport.send(outgoing("j1"));
    await expect(sent).rejects.toMatchObject({ failure: "timeout" });
    await expect(sent).rejects.not.toBeInstanceOf(NotSentError);
    await transport.stop();
  });

  test("stop does not wait for jobs in flight; their sends reject, but not with a NotSentError", async () => {
    const source = createHttpJobSource({ concurrency: 1, log });
    await service.serve(source.route);
    const begun = signal();
    await source.start(() => {
      begun.give();
      return new Promise(() => undefined);
    });
    const transport = await openGateway();
    const sent = transport.send(outgoing("j1"));
    sent.catch(() => undefined);
    await begun.given;
    await transport.stop();
    await expect(sent).rejects.not.toBeInstanceOf(NotSentError);
  });

  test("When the maximum number of jobs is in flight, send rejects with a NotSentError", async () => {
    const source = createHttpJobSource({ concurrency: 1_000, log });
    await service.serve(source.route);
    let begun = 0;
    await source.start(() => {
      begun += 1;
      return new Promise(() => undefined);
    });
    const transport = await openGateway();
    const sends = Array.from({ length: 96 }, (_, index) => transport.send(outgoing(`j${index}`)));
    const settled = Promise.allSettled(sends);
    await until("all are in flight", () => begun === 96);
    await expect(transport.send(outgoing("one more"))).rejects.toBeInstanceOf(NotSentError);
    await transport.stop();
    await settled;
  });
});
