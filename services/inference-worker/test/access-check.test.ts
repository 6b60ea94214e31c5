import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { createTokenIssuer } from "@veil/service-kit/http";
import request from "supertest";
import { jobOf, newJobId, startWorkerBench, type WorkerBench } from "./worker-bench.ts";

let bench: WorkerBench;
let app: WorkerBench["worker"]["app"];

beforeAll(async () => {
  bench = await startWorkerBench();
  app = bench.worker.app;
});
beforeEach(() => bench.simulator.clear());
afterAll(() => bench.close());

const tokenOf = (service: "edge-gateway" | "bridge") =>
  createTokenIssuer(bench.keysOf(service)).tokenFor("inference-worker");

const delivery = (jobId: string) => ({
  message: JSON.stringify(bench.seal(jobId, jobOf())),
  attempt: 1,
});

test("a job that the gateway sends over HTTP gets a sealed result", async () => {
  const jobId = newJobId();
  const { body } = await request(app)
    .post("/jobs")
    .auth(await tokenOf("edge-gateway"), { type: "bearer" })
    .send(delivery(jobId))
    .expect(200);
  expect(body.kind).toBe("answered");
  expect(bench.open(body.result)).toMatchObject({ jobId, result: { outcome: "completed" } });
});

test("a call from the bridge gets 403, and a call without a credential gets 401", async () => {
  const job = delivery(newJobId());
  await request(app).post("/jobs").send(job).expect(401);
  const token = await tokenOf("bridge");
  await request(app).post("/jobs").auth(token, { type: "bearer" }).send(job).expect(403);
  await request(app).get("/door").auth(token, { type: "bearer" }).expect(403);
  await request(app).post("/claims/sign").auth(token, { type: "bearer" }).send({}).expect(403);
  expect(bench.simulator.record()).toEqual([]);
});

test("the caller's request id and trace are neither logged nor forwarded", async () => {
  const { headers } = await request(app)
    .post("/jobs")
    .auth(await tokenOf("edge-gateway"), { type: "bearer" })
    .set("x-request-id", "req_of_the_gateway")
    .set("traceparent", "00-0123456789abcdef0123456789abcdef-0123456789abcdef-01")
    .send(delivery(newJobId()));
  expect(headers["x-request-id"]).not.toBe("req_of_the_gateway");
  const left = bench.lines.join("") + JSON.stringify(bench.simulator.record());
  expect(left).toContain("job_ended");
  expect(left).not.toMatch(/req_of_the_gateway|0123456789abcdef0123456789abcdef/);
});

test("the gateway can call the isolation probe's routes, and receives a credential of the worker", async () => {
  const token = await tokenOf("edge-gateway");
  await request(app).get("/door").auth(token, { type: "bearer" }).expect(204);
  const { body } = await request(app)
    .post("/credential")
    .auth(token, { type: "bearer" })
    .send({ audience: "bridge" })
    .expect(200);
  expect(body.token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

test("GET /invariant returns the zone and the allowed callers, and GET /ready responds 200", async () => {
  const { opsApp, drain } = bench.worker;
  const { body } = await request(opsApp).get("/invariant").expect(200);
  expect(body).toMatchObject({ zone: "inference", allowed_callers: ["edge-gateway"] });
  await request(opsApp).get("/ready").expect(200);
  await drain?.();
  const { body: notReady } = await request(opsApp).get("/ready").expect(503);
  expect(notReady.checks).toEqual([
    { name: "transport", ok: false },
    { name: "direct_calls", ok: false },
  ]);
});
