import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { callNatively, finalOf, letterRequest } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());

describeWithServer("postgres", "Ids that cannot be joined", () => {
  test("The bridge and the worker each receive a different id, which is not the request id, and no service gets the client's trace context", async () => {
    const { apiKey } = await gateway.provision();
    const traceparent = `00-${TRACE_ID}-b7ad6b7169203331-01`;
    const reply = await callNatively(gateway, apiKey, letterRequest(), { traceparent });
    const { compliance_trace: trace } = finalOf(reply);
    const requestId = reply.headers["x-request-id"];
    expect(requestId).toMatch(/^req_/);

    const { bridge, sanitiser, worker, seen } = gateway;
    const toBridge = JSON.stringify([bridge.headers, seen.bridge]);
    const toWorker = JSON.stringify([worker.headers, seen.messages, seen.worker]);
    expect(bridge.headers.map((sent) => sent["x-request-id"])).toContain(trace.token_request_id);
    expect(toWorker).toContain(trace.job_request_id);
    for (const [who, got, others] of [
      ["bridge", toBridge, [trace.job_request_id, trace.job_id]],
      ["worker", toWorker, [trace.token_request_id]],
    ] as const)
      for (const id of [requestId, TRACE_ID, "traceparent", ...others])
        expect(`${who}: ${got}`).not.toContain(id);
    const toSanitiser = JSON.stringify([sanitiser.headers, seen.sanitiser]);
    expect(toSanitiser).toContain(requestId);
    for (const text of [TRACE_ID, "traceparent"]) expect(toSanitiser).not.toContain(text);
  });
});
