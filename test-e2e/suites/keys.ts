import { expect, test } from "@jest/globals";
import { finalOf } from "../support/clients/gateway.ts";
import { DIALECTS, freshProviderKey, type OwnProviders } from "../support/own-providers.ts";
import type { Scenario } from "../support/scenario.ts";
import { letterRequest } from "../support/texts.ts";

/** Covers customers' provider keys, which the gateway seals and only the worker opens. */
export function describeProviderKeys(
  scenario: () => Scenario,
  providers: () => OwnProviders,
): void {
  test.each(DIALECTS)("A customer's own key goes to %s and nowhere else", async (name) => {
    const { gateway, simulator, customerWithKey } = scenario();
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
}

export function describePublishedKeys(scenario: () => Scenario): void {
  test("The manifest of public keys is signed once, and served with the same signature every time", async () => {
    const { gateway } = scenario();
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
}
