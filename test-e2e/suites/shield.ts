import { expect, test } from "@jest/globals";
import { finalOf, withGateway } from "../support/clients/gateway.ts";
import { found, startShieldEndpoint } from "../support/network/shield-endpoint.ts";
import { GENEROUS_MS, type Scenario } from "../support/scenario.ts";
import { letterEn, PERSON_EN, valuesOf } from "../support/texts.ts";

/** Words in which no pattern and no name model finds a person. */
const HINT = "the tall one from the harbour";
const LETTER = `${letterEn()} Ask ${HINT}.`;
const REQUEST = { prompt_template: "Answer: {letter}", context: { letter: LETTER } };

/** Covers the LLM shield: the gateway requests it for some tiers, and the sanitiser calls it. */
export function describeShield(scenario: () => Scenario): void {
  test("For pro and enterprise, the LLM shield finds words that the recognizers missed, and receives no value that they found", async () => {
    const { stack, simulator, customer } = scenario();
    const endpoint = await startShieldEndpoint(found([HINT, PERSON_EN.name]));
    const sanitiser = await stack.startReplica("sanitiser", {
      SHIELD_URL: endpoint.url,
      SHIELD_MODEL: "m",
      SHIELD_TIMEOUT_MS: GENEROUS_MS,
    });
    const edge = await stack.startReplica("edge-gateway", { SANITISER_URL: sanitiser.url });
    try {
      for (const tier of ["pro", "enterprise"] as const) {
        const { apiKey } = await customer({ tier });
        simulator.clear();
        const reply = await withGateway(edge.url, (gateway) => gateway.proxy(apiKey, REQUEST));
        expect(JSON.stringify(simulator.record())).toContain("Ask [USERNAME_1].");
        const { result, compliance_trace } = finalOf(reply);
        expect(result).toContain(HINT);
        const components = compliance_trace.steps.map(({ component }) => component);
        expect(components).toContain("llm-shield");
      }
    } finally {
      await edge.stop();
      await sanitiser.stop();
      endpoint.close();
    }
    expect(endpoint.received).toHaveLength(2);
    for (const body of endpoint.received) {
      expect(body).toContain(HINT);
      for (const value of valuesOf(PERSON_EN)) expect(body).not.toContain(value);
    }
  });
}
