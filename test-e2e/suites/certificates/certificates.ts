import { describe, expect, test } from "@jest/globals";
import { CertificateOpenings, IsolationCertificate } from "@veil/contracts/certificate";
import { checked } from "@veil/contracts/parsing";
import { eventsOf } from "@veil/local-stack/inspection";
import { until } from "@veil/testing";
import { createNodeCrypto } from "@veil/veil";
import { parsePin, verifyClaims, verifySummary } from "@veil/veil/verifier";
import { setCallPolicy } from "../../support/call-policy.ts";
import { finalOf, type Gateway } from "../../support/clients/gateway.ts";
import { trustOf } from "../../support/keys.ts";
import type { Scenario } from "../../support/scenario.ts";
import { letterEn, letterRequest, PERSON_EN, valuesOf } from "../../support/texts.ts";

const parseCertificate = checked(IsolationCertificate);
const parseOpenings = checked(CertificateOpenings);
const urlOf = (requestId: string) => `/api/v1/veil/certificate/${requestId}`;

/**
 * Covers certificates with all processes: their claims are consistent, and the signer signs them.
 */
export function describeCertificates(scenario: () => Scenario): void {
  const certificateOf = async (apiKey: string, requestId: string) =>
    parseCertificate((await issued(scenario().gateway, apiKey, requestId)).body);

  const claimsOf = ({ signable }: IsolationCertificate) =>
    Object.fromEntries(signable.claims.map(({ claim }) => [claim.component, claim]));

  const verified = ({ signable }: IsolationCertificate) => {
    const { keys } = trustOf(scenario().stack);
    const claimKey = (component: string, keyId: string) => {
      const own = keys.find(
        ({ service, purpose, key_id }) =>
          service === component && purpose === "claim" && key_id === keyId,
      );
      return own && Buffer.from(own.public_key, "hex");
    };
    const { issued_at: issuedAt } = signable;
    return verifyClaims(signable, { crypto: createNodeCrypto(), claimKey, issuedAt });
  };

  describe("A native call", () => {
    test("A paying customer's call gets a certificate, which proves that only the bridge got the identity and only the sanitiser the raw text", async () => {
      const { gateway, customer, stack } = scenario();
      const { apiKey } = await customer({ tier: "pro" });
      const response = finalOf(await gateway.proxy(apiKey, letterRequest()));
      const { request_id: requestId = "" } = response;
      expect(response.veil).toEqual({
        status: "available",
        certificate_url: urlOf(requestId),
        summary_url: `${urlOf(requestId)}/summary`,
      });

      const certificate = await certificateOf(apiKey, requestId);

      expect(verified(certificate).worker).toBeDefined();
      expect(certificate.signable).toMatchObject({ request_id: requestId, status: "completed" });
      const claims = claimsOf(certificate);
      const classesAt = (component: string) =>
        [...new Set(claims[component]?.received.map((item) => item.class))].toSorted();
      expect(classesAt("bridge")).toEqual(["identity"]);
      expect(classesAt("sanitiser")).toEqual(["raw_context"]);
      expect(classesAt("inference-worker")).toEqual([
        ...["model_output", "parameters", "provider_credential", "sanitised_context"],
        ...["template", "token"],
      ]);
      const text = JSON.stringify(certificate);
      for (const value of valuesOf(PERSON_EN)) expect(text).not.toContain(value);
      const types = (await eventsOf(stack, requestId)).map(({ event_type }) => event_type);
      expect(types).not.toContain("VEIL_CERTIFICATE_REFUSED");
    });

    test("A free customer's call gets a certificate, whose id is in the trace and whose summary is public", async () => {
      const { gateway, customer } = scenario();
      const { apiKey } = await customer({ tier: "free" });
      const response = finalOf(await gateway.proxy(apiKey, letterRequest()));
      expect(response).not.toHaveProperty("request_id");
      const { request_id: requestId = "" } = response.compliance_trace;
      const summary = await until("its summary is there", async () => {
        const { status, body } = await gateway.call({ path: `${urlOf(requestId)}/public` });
        return status === 200 ? body : undefined;
      });
      expect(summary).toMatchObject({ status: "issued", summary: { request_id: requestId } });
    });

    test("A failed call gets a certificate too", async () => {
      const { gateway, customer, simulator } = scenario();
      const { apiKey } = await customer({ tier: "pro" });
      simulator.setMode({ statuses: [400] });
      try {
        const response = finalOf(await gateway.proxy(apiKey, letterRequest()));
        expect(response.status).toBe("JOB_STATUS_FAILED");
        const certificate = await certificateOf(apiKey, response.request_id ?? "");
        expect(verified(certificate).worker).toBeDefined();
        expect(certificate.signable.status).toBe("failed");
      } finally {
        simulator.setMode({});
      }
    });

    test("Only the API key that made the call gets its openings, and no key gets them after the job is deleted", async () => {
      const { gateway, customer } = scenario();
      const { apiKey } = await customer({ tier: "pro" });
      const response = finalOf(await gateway.proxy(apiKey, letterRequest()));
      const { request_id: requestId = "" } = response;
      await issued(gateway, apiKey, requestId);
      const path = `${urlOf(requestId)}/openings`;
      const openings = parseOpenings((await gateway.call({ path, apiKey })).body);
      expect(openings.request_id).toBe(requestId);
      expect(openings.response).toContain("[PERSON_1]");
      const other = await gateway.call({
        ...{ method: "POST", path: "/api/v1/account/keys", apiKey, body: {} },
      });
      const refused = await gateway.call({ path, apiKey: String(other.body["api_key"]) });
      expect([refused.status, refused.body["error"]]).toEqual([404, "certificate_not_found"]);
      expect(refused.body["hint"]).toContain("only with the API key that sent the request");
      const { job_id } = response.compliance_trace;
      await gateway.call({ method: "DELETE", path: `/api/v1/proxy/jobs/${job_id}`, apiKey });
      const gone = await gateway.call({ path, apiKey });
      expect([gone.status, gone.body["error"]]).toEqual([404, "certificate_not_found"]);
      expect((await gateway.call({ path: urlOf(requestId), apiKey })).status).toBe(200);
    });

    test("A free customer's call gets a public summary, which verifies on its own and contains no leg ids", async () => {
      const { gateway, customer, stack } = scenario();
      const { apiKey } = await customer();
      const reply = await gateway.proxy(apiKey, letterRequest());
      const { request_id, veil, compliance_trace } = finalOf(reply);
      expect([request_id, veil]).toEqual([undefined, undefined]);
      const requestId = reply.headers["x-request-id"] ?? "";
      const path = `${urlOf(requestId)}/public`;
      const summary = await until("the certificate is issued", async () => {
        const answer = await gateway.call({ path });
        return answer.status === 200 && answer;
      });
      const manifest = await gateway.call({ path: "/.well-known/veil-keys.json" });
      const signer = trustOf(stack).keys.find(({ purpose }) => purpose === "manifest");
      const verified = verifySummary(
        { summary: Buffer.from(summary.text), manifest: Buffer.from(manifest.text) },
        { pins: [parsePin(`${signer?.key_id}:${signer?.public_key}`)], crypto: createNodeCrypto() },
      );
      expect(verified.summary).toMatchObject({ request_id: requestId, call_status: "completed" });
      const page = await gateway.call({ path: `${urlOf(requestId)}/summary` });
      expect(page.headers["content-type"]).toMatch("text/html");
      expect(page.text).toContain(requestId);
      for (const text of [summary.text, page.text])
        for (const id of [compliance_trace.token_request_id, compliance_trace.job_request_id])
          expect(text).not.toContain(id);
      expect((await gateway.call({ path: urlOf(requestId), apiKey })).status).toBe(403);
    });
  });

  describe("A call of an SDK", () => {
    const body = (stream: boolean) => ({
      ...{ model: "sim-model", max_tokens: 200, stream },
      messages: [
        { role: "user", content: "Hello" },
        { role: "assistant", content: "Hello [PERSON_1]" },
        { role: "user", content: `Answer this letter: ${letterEn()}` },
      ],
    });

    test.each([false, true])("An SDK call gets a certificate; streamed: %s", async (stream) => {
      const { gateway, customer } = scenario();
      const { apiKey } = await customer({ tier: "pro" });
      const path = "/v1/messages";
      const reply = await gateway.call({ method: "POST", path, apiKey, body: body(stream) });
      expect(reply.status).toBe(200);
      const requestId = reply.headers["x-request-id"] ?? "";
      expect(reply.text).toContain(`${urlOf(requestId)}/summary`);
      const certificate = await certificateOf(apiKey, requestId);
      expect(verified(certificate).worker?.emitted.map(({ item }) => item)).toContain(
        "model_output",
      );
      expect(certificate.signable.status).toBe("completed");
    });

    test.each([false, true])(
      "An SDK call with thoughts gets a certificate, in which the sanitiser received only their texts; streamed: %s",
      async (stream) => {
        const { gateway, customer, simulator } = scenario();
        const { apiKey } = await customer({ tier: "pro" });
        await setCallPolicy(scenario(), apiKey, { extensions: ["thinking"] });
        const thoughts = [
          { type: "thinking", thinking: "A greeting.", signature: "c2lnbmVk" },
          { type: "redacted_thinking", data: "aGlkZGVu" },
        ];
        const messages = [
          { role: "user", content: "Hello" },
          { role: "assistant", content: [...thoughts, { type: "text", text: "Hello!" }] },
          { role: "user", content: `Answer this letter: ${letterEn()}` },
        ];
        simulator.setMode({ thinking: true });
        const reply = await gateway
          .call({
            ...{ method: "POST", path: "/v1/messages", apiKey },
            body: { ...body(stream), thinking: { type: "adaptive" }, messages },
          })
          .finally(() => simulator.setMode({}));
        expect(reply.text).toContain('"redacted_thinking"');
        expect(reply.text).toMatch(/Earlier thoughts[^"]*only the provider can read: 2\./);
        const requestId = reply.headers["x-request-id"] ?? "";
        const certificate = await certificateOf(apiKey, requestId);
        expect(verified(certificate).worker).toBeDefined();
        expect(certificate.signable.status).toBe("completed");
        const claims = claimsOf(certificate);
        const textsOf = (component: string, name: RegExp) =>
          (claims[component]?.received ?? [])
            .filter(({ item }) => name.test(item))
            .map(({ bytes }) => bytes);
        // The sizes are those of the texts, without the signature and the encrypted thought.
        const given = ["Hello", "A greeting.", "Hello!", `Answer this letter: ${letterEn()}`];
        expect(textsOf("sanitiser", /^context/)).toEqual(given.map((text) => text.length));
        expect(textsOf("inference-worker", /^tool/)).toEqual(["A greeting.".length, 0]);
      },
    );
  });

  test("A request for another customer's certificate, or one that never existed, gets 404 certificate_not_found", async () => {
    const { gateway, customer } = scenario();
    const [owner, other] = [await customer({ tier: "pro" }), await customer({ tier: "pro" })];
    const { request_id = "" } = finalOf(await gateway.proxy(owner.apiKey, letterRequest()));
    await issued(gateway, owner.apiKey, request_id);
    for (const path of [urlOf(request_id), `${urlOf(request_id)}/openings`, urlOf("nothing")]) {
      const reply = await gateway.call({ path, apiKey: other.apiKey });
      expect([reply.status, reply.body["error"]]).toEqual([404, "certificate_not_found"]);
    }
  });
}

async function issued(gateway: Gateway, apiKey: string, requestId: string) {
  return await until("the certificate is issued", async () => {
    const reply = await gateway.call({ path: urlOf(requestId), apiKey });
    if (reply.status !== 200 && reply.status !== 202)
      throw new Error(`Answered ${reply.status}: ${reply.text}`);
    return reply.status === 200 && reply;
  });
}
