import { describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { RegisterResponse } from "@veil/contracts/public/registration";
import { until } from "@veil/testing";
import { queryAs } from "../support/audit-log.ts";
import { finalOf, withGateway } from "../support/gateway.ts";
import { DIALECTS, freshProviderKey, type OwnProviders } from "../support/own-providers.ts";
import { letterRequest } from "../support/texts.ts";
import { freshEmail, type World } from "../support/world.ts";

const parseRegistration = checked(RegisterResponse);
export function describeAccounts(world: () => World, providers: () => OwnProviders): void {
  describe("Customers and their keys", () => {
    async function register(fields: object, headers = {}) {
      const body = { email: freshEmail(), ...fields };
      return world().gateway.call({ method: "POST", path: "/api/v1/register", body, headers });
    }

    test("A registered key works at once, and its use is counted", async () => {
      const { gateway } = world();
      const reply = await register({ company: "Weber & Co" });
      expect(reply.status).toBe(201);
      const { svc_api_key, tier, managed_ai, monthly_limit } = parseRegistration(reply.body);
      expect([tier, managed_ai, monthly_limit]).toEqual(["free", true, 500]);
      finalOf(await gateway.proxy(svc_api_key, letterRequest()));
      expect(await gateway.usage(svc_api_key)).toMatchObject({
        tier: "free",
        monthly_limit: 500,
        used: 1,
        remaining: 499,
        managed_ai: true,
        audit_export: false,
      });
    });

    test("A key works as a bearer token too", async () => {
      const { gateway, customer } = world();
      const { apiKey } = await customer();
      const reply = await gateway.call({
        method: "POST",
        path: "/api/v1/proxy/messages",
        headers: { authorization: `Bearer ${apiKey}` },
        body: letterRequest(),
      });
      expect(finalOf(reply).status).toBe("JOB_STATUS_COMPLETED");
    });

    test("A second registration shows the key only to who can prove to be the first", async () => {
      const email = freshEmail();
      const key = "a".repeat(11) + Math.random().toString(36).slice(2).padEnd(14, "0");
      const first = await register({ email }, { "idempotency-key": key });
      const stranger = await register({ email, company: "Another body" });
      expect(stranger.status).toBe(200);
      expect(stranger.text).not.toContain(String(first.body["svc_api_key"]));
      const again = await register({ email }, { "idempotency-key": key });
      expect(again.status).toBe(200);
      expect(again.body["svc_api_key"]).toBe(first.body["svc_api_key"]);
    });

    test.each(DIALECTS)("A customer's own key goes to %s and nowhere else", async (name) => {
      const { gateway, simulator, customerWithKey } = world();
      const { of, all } = providers();
      for (const provider of [simulator, ...all]) provider.clear();
      const providerKey = freshProviderKey(name);
      const { apiKey } = await customerWithKey(providerKey);
      expect((await gateway.usage(apiKey)).managed_ai).toBe(false);

      const response = finalOf(await gateway.proxy(apiKey, letterRequest()));

      expect(response.status).toBe("JOB_STATUS_COMPLETED");
      const { data_exposure_summary } = response.compliance_trace;
      expect(data_exposure_summary.identity_in_ai).toBe(true);
      const [call, ...more] = of[name].record();
      expect(more).toEqual([]);
      const { authorization, "x-api-key": header } = call?.headers ?? {};
      expect(name === "openai" ? authorization : header).toBe(
        name === "openai" ? `Bearer ${providerKey}` : providerKey,
      );
      const others = [simulator, ...all].filter((other) => other !== of[name]);
      expect(others.flatMap((other) => other.record())).toEqual([]);
    });

    test("The same Idempotency-Key gives the same job, asks the provider once and counts once", async () => {
      const { gateway, simulator, customer } = world();
      const { apiKey } = await customer();
      simulator.clear();
      const headers = { "idempotency-key": "one-request-twice" };
      const [first, second] = await Promise.all([
        gateway.proxy(apiKey, letterRequest(), headers),
        gateway.proxy(apiKey, letterRequest(), headers),
      ]);
      const third = await gateway.proxy(apiKey, letterRequest(), headers);
      const [one, ...others] = [first, second, third].map(finalOf);
      for (const other of others) {
        expect(other.compliance_trace).toEqual(one?.compliance_trace);
        expect(other.result).toBe(one?.result);
        expect(other.relinked).toBe(true);
      }
      expect(simulator.record()).toHaveLength(1);
      expect((await gateway.usage(apiKey)).used).toBe(1);

      const otherBody = await gateway.proxy(apiKey, letterRequest({ max_tokens: 5 }), headers);
      expect([otherBody.status, otherBody.body["error"]]).toEqual([400, "invalid_field"]);
      const { apiKey: stranger } = await customer();
      const theirs = finalOf(await gateway.proxy(stranger, letterRequest(), headers));
      expect(theirs.compliance_trace.job_id).not.toBe(one?.compliance_trace.job_id);
    });

    test("Once an answer is delivered, nobody can restore its values any more, unless it may be asked for again", async () => {
      const { stack, gateway, customer } = world();
      const { apiKey } = await customer();
      const ask = async (headers = {}) => {
        const first = finalOf(await gateway.proxy(apiKey, letterRequest(), headers));
        expect(first.relinked).toBe(true);
        return first.compliance_trace.job_id;
      };
      const plain = await ask();
      const repeatable = await ask({ "idempotency-key": "may-come-again" });
      const [row] = await until("the map is gone", async () => {
        const text = "select job_id from jobs where job_id = $1 and relink_map is null";
        const rows = await queryAs<object>(stack.databases.gatewayAdminUrl, text, [plain]);
        return rows.length > 0 && rows;
      });
      expect(row).toEqual({ job_id: plain });
      const later = finalOf(await gateway.job(apiKey, plain));
      expect(later).toMatchObject({ status: "JOB_STATUS_COMPLETED", relinked: false });
      expect(later.result).toContain("[PERSON_1]");
      expect(finalOf(await gateway.job(apiKey, repeatable)).relinked).toBe(true);
      const outbox = await queryAs(stack.databases.gatewayAdminUrl, "select 1 from job_outbox");
      expect(outbox).toEqual([]);
    });

    test("Without a provider key of the operator's, a managed customer is told so before anything is counted", async () => {
      const { stack, customer } = world();
      const { apiKey } = await customer();
      const replica = await stack.startReplica("edge-gateway", { MANAGED_AI_ENABLED: "false" });
      try {
        const reply = await withGateway(replica.url, (other) =>
          other.proxy(apiKey, letterRequest()),
        );
        expect(reply.status).toBe(503);
        expect(reply.body).toMatchObject({ error: "inference_service_unavailable" });
        expect(reply.body["hint"]).toEqual(expect.any(String));
      } finally {
        await replica.stop();
      }
      expect((await world().gateway.usage(apiKey)).used).toBe(0);
    });

    test("Every service's public key stands in the manifest", async () => {
      const { gateway } = world();
      const reply = await gateway.call({ path: "/.well-known/veil-keys.json" });
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({
        version: expect.any(Number),
        signing_algorithm: "Ed25519",
        signature: expect.stringMatching(/^[0-9a-f]{128}$/),
        served_at: expect.any(String),
      });
      const again = await gateway.call({ path: "/.well-known/veil-keys.json" });
      expect(again.body["signed_at"]).toBe(reply.body["signed_at"]);
      expect(again.body["signature"]).toBe(reply.body["signature"]);
    });
  });
}
