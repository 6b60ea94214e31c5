/** @all starts a stack, with replicas that tamper with messages */
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { DirectInference, InferenceResult } from "@veil/contracts/inference";
import { eventsOf } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { request } from "undici";
import { finalOf, type Gateway, gatewayAt } from "./support/clients/gateway.ts";
import { SDK_PATHS, sdkRequest } from "./support/clients/sdk-capture.ts";
import { startTamperingProxy, type TamperingProxy } from "./support/network/tampering-proxy.ts";
import { describeEmbeddedOnly } from "./support/scenario.ts";
import { letterEn, letterRequest } from "./support/texts.ts";

const LYING_GATEWAY = path.join(import.meta.dirname, "support/network/lying-gateway.mjs");
const INFERENCES = "/inferences";

type Completed = Extract<InferenceResult, { outcome: "completed" }>;

describeEmbeddedOnly("Tampering", (scenario) => {
  let proxy: TamperingProxy;
  let opsUrls: readonly string[];
  let lying: Gateway;
  /**
   * A replica that is connected to the worker through a proxy, which changes messages in both
   * directions.
   */
  let between: Gateway;
  let apiKey: string;

  beforeAll(async () => {
    const { stack, customer } = scenario();
    proxy = await startTamperingProxy(() => stack.url("inference-worker"));
    const liar = await stack.startReplica("edge-gateway", {}, { main: LYING_GATEWAY });
    const other = await stack.startReplica("edge-gateway", { WORKER_URL: proxy.url });
    opsUrls = [liar.opsUrl, other.opsUrl, stack.opsUrl("edge-gateway")];
    [lying, between] = [gatewayAt(liar.url), gatewayAt(other.url)];
    ({ apiKey } = await customer({ tier: "pro" }));
  });
  afterAll(async () => {
    await Promise.all([lying.close(), between.close()]);
    proxy.close();
  });

  /** Counts the refusals of all gateways, because each replica certifies any ended call. */
  async function refusals(): Promise<{ readonly gateways: number; readonly signer: number }> {
    const counted = async (url: string, name: string) => {
      const { body } = await request(`${url}/metrics`);
      const line = new RegExp(`^${name}\\{[^}]*outcome="refused"[^}]*\\} (\\d+)$`, "m");
      return Number(line.exec(await body.text())?.[1] ?? 0);
    };
    const own = await Promise.all(opsUrls.map((url) => counted(url, "veil_certificates_total")));
    const signerUrl = scenario().stack.opsUrl("veil-signer");
    return {
      gateways: own.reduce((sum, count) => sum + count, 0),
      signer: await counted(signerUrl, "veil_certificate_decisions_total"),
    };
  }

  /**
   * Expects that the call gets a response, that its certificate is refused, and that the operator
   * can see the refusal.
   */
  async function expectRefused(call: () => Promise<string>, code: string): Promise<void> {
    const before = await refusals();
    const requestId = await call();
    const { gateway, stack } = scenario();
    const reply = await until("the certificate is refused", async () => {
      const answer = await gateway.call({
        path: `/api/v1/veil/certificate/${requestId}`,
        apiKey,
      });
      return answer.status !== 202 && answer;
    });
    expect([reply.status, reply.body["error"]]).toEqual([404, "certificate_not_found"]);
    expect(reply.body["hint"]).toContain("The signer refused it");
    const event = await until("the audit log has the refusal", async () => {
      const events = await eventsOf(stack, requestId);
      return events.find(({ event_type }) => event_type === "VEIL_CERTIFICATE_REFUSED");
    });
    expect(event.payload).toMatchObject({ error_type: code, severity: "high" });
    await until("the counters of the gateways and the signer have it", async () => {
      const { gateways, signer } = await refusals();
      return gateways === before.gateways + 1 && signer === before.signer + 1;
    });
  }

  async function nativeCall(gateway: Gateway): Promise<string> {
    return finalOf(await gateway.proxy(apiKey, letterRequest())).request_id ?? "";
  }

  async function sdkCall(gateway: Gateway): Promise<string> {
    const messages = [{ role: "user", content: `Answer this letter: ${letterEn()}` }];
    const body = sdkRequest("anthropic", { messages });
    const reply = await gateway.call({ method: "POST", path: SDK_PATHS.anthropic, apiKey, body });
    expect(reply.status).toBe(200);
    return reply.headers["x-request-id"] ?? "";
  }

  describe("When the gateway changes one letter of the sanitised context before it builds the job", () => {
    test.each([1, 2, 3])(
      "the signer refuses the certificate, because the worker received a text that the sanitiser did not write (%s)",
      async () => {
        await expectRefused(() => nativeCall(lying), "context_mismatch");
      },
    );

    test("the signer refuses the certificate of an SDK call too", async () => {
      await expectRefused(() => sdkCall(lying), "context_mismatch");
    });
  });

  describe("Between gateway and worker", () => {
    const inPath = (change: (body: string) => string) => (at: string, body: string) =>
      at === INFERENCES ? change(body) : body;

    test("When one letter of the sanitised context is changed, then the signer refuses, because the claims of both ends differ", async () => {
      const change = inPath((body) => {
        const { job, stream } = JSON.parse(body) as DirectInference;
        const changed = JSON.stringify(job).replace("this letter:", "this lettex:");
        return JSON.stringify({ job: JSON.parse(changed), stream });
      });
      proxy.tamper({ request: change });
      await expectRefused(() => sdkCall(between), "edge_mismatch");
    });

    test("When the worker's claim is removed, then the signer refuses", async () => {
      const change = inPath((body) => {
        const { claim: _, ...result } = JSON.parse(body) as Completed;
        return JSON.stringify(result);
      });
      proxy.tamper({ answer: change });
      await expectRefused(() => sdkCall(between), "wrong_components");
    });

    test("When the worker's claim is replaced by the claim of another call, then the signer refuses", async () => {
      let other: Completed["claim"];
      const change = inPath((body) => {
        const result = JSON.parse(body) as Completed;
        const claim = other ?? result.claim;
        other ??= result.claim;
        return JSON.stringify({ ...result, claim });
      });
      proxy.tamper({ answer: change });
      await sdkCall(between);
      await expectRefused(() => sdkCall(between), "edge_mismatch");
    });

    test("When the proxy changes nothing, then the call has a certificate", async () => {
      proxy.tamper({});
      const certificate = `/api/v1/veil/certificate/${await sdkCall(between)}`;
      const { status } = await until("the certificate is there", async () => {
        const reply = await between.call({ path: certificate, apiKey });
        return reply.status !== 202 && reply;
      });
      expect(status).toBe(200);
    });
  });
});
