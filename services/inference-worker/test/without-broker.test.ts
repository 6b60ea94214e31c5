import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createTokenIssuer } from "@veil/service-kit/http";
import request from "supertest";
import { type DirectBench, startDirectBench } from "./direct-bench.ts";
import { conversationOf } from "./worker-bench.ts";

let bench: DirectBench;
beforeEach(async () => {
  // No broker listens on this port.
  bench = await startDirectBench({
    JOB_TRANSPORT: "rabbitmq",
    RABBITMQ_URL: "amqp://127.0.0.1:9",
  });
});
afterEach(() => bench.close());

test("When jobs come from a broker, then direct calls are completed even while the broker is unavailable", async () => {
  expect(await bench.infer(conversationOf())).toMatchObject({ outcome: "completed" });
  expect(await bench.countTokens(conversationOf())).toMatchObject({ outcome: "completed" });
  expect(await bench.models()).toMatchObject({ outcome: "completed" });
  const token = await createTokenIssuer(bench.keysOf("edge-gateway")).tokenFor("inference-worker");
  await request(bench.url).post("/jobs").auth(token, { type: "bearer" }).send({}).expect(404);
  const { body } = await request(bench.worker.opsApp).get("/ready").expect(503);
  expect(body.checks).toEqual([
    { name: "transport", ok: false },
    { name: "direct_calls", ok: true },
  ]);
});
