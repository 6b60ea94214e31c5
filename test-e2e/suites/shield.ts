import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Replica } from "@veil/local-stack";
import { finalOf, type Gateway, gatewayAt } from "../support/gateway.ts";
import {
  found,
  type ShieldEndpoint,
  startShieldEndpoint,
  status,
} from "../support/shield-endpoint.ts";
import { letterEn, PERSON_EN, valuesOf } from "../support/texts.ts";
import type { World } from "../support/world.ts";

/** Nothing that a pattern or a model of names would take for a person. */
const HINT = "the tall one from the harbour";
const LETTER = `${letterEn()} Ask ${HINT}.`;
const REQUEST = { prompt_template: "Answer: {letter}", context: { letter: LETTER } };

export function describeShield(world: () => World): void {
  describe("The LLM shield", () => {
    let endpoint: ShieldEndpoint;
    let replicas: readonly Replica[];
    let gateway: Gateway;
    beforeAll(async () => {
      const { stack } = world();
      endpoint = await startShieldEndpoint();
      const settings = { SHIELD_URL: endpoint.url, SHIELD_MODEL: "m", SHIELD_TIMEOUT_MS: "1000" };
      const sanitiser = await stack.startReplica("sanitiser", settings);
      const edge = await stack.startReplica("edge-gateway", { SANITISER_URL: sanitiser.url });
      replicas = [edge, sanitiser];
      gateway = gatewayAt(edge.url);
    }, 60_000);
    afterAll(async () => {
      await gateway.close();
      for (const replica of replicas) await replica.stop();
      endpoint.close();
    });

    async function ask(tier: "free" | "pro" | "enterprise") {
      const { simulator, customer } = world();
      const { apiKey } = await customer({ tier });
      simulator.clear();
      const reply = await gateway.proxy(apiKey, REQUEST);
      return { apiKey, reply, sent: JSON.stringify(simulator.record()) };
    }

    test("For pro and enterprise it finds what the others have left, and sees no value that they found", async () => {
      endpoint.answer(found([HINT, PERSON_EN.name]));
      for (const tier of ["pro", "enterprise"] as const) {
        const { reply, sent } = await ask(tier);
        expect(sent).toContain("Ask [USERNAME_1].");
        const { result, compliance_trace } = finalOf(reply);
        expect(result).toContain(HINT);
        const components = compliance_trace.steps.map(({ component }) => component);
        expect(components).toContain("llm-shield");
      }
      expect(endpoint.received).toHaveLength(2);
      for (const body of endpoint.received) {
        expect(body).toContain(HINT);
        for (const value of valuesOf(PERSON_EN)) expect(body).not.toContain(value);
      }
    });

    test("Free customers and scans are served without it", async () => {
      const before = endpoint.received.length;
      const { reply, sent } = await ask("free");
      expect(sent).toContain(HINT);
      expect(JSON.stringify(finalOf(reply).compliance_trace)).not.toContain("shield");
      const { body } = await gateway.scan({ text: LETTER.slice(0, 4_000) });
      expect(body["redacted"]).toContain(HINT);
      expect(body["layers_active"]).not.toContain("llm-shield");
      expect(endpoint.received).toHaveLength(before);
    });

    test.each([
      ["answers 500", status(500)],
      ["answers nothing", status(200)],
      ["hangs", () => {}],
    ])(
      "When it %s, then 503: nothing is forwarded, and nothing is counted",
      async (_case, respond) => {
        endpoint.answer(respond);
        const { apiKey, reply, sent } = await ask("pro");
        expect([reply.status, reply.body["error"]]).toEqual([503, "sanitizer_unavailable"]);
        expect(reply.headers["retry-after"]).toBe("5");
        expect(sent).toBe("[]");
        expect((await gateway.usage(apiKey)).used).toBe(0);
        expect((await ask("free")).reply.status).toBe(200);
        expect(replicas.map((replica) => replica.logs()).join("")).not.toContain(HINT);
      },
    );
  });
}
