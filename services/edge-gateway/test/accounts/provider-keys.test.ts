import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { InferenceJob } from "@veil/contracts/inference";
import { describeWithServer } from "@veil/testing";
import request from "supertest";
import { freshEmail } from "../support/fresh.ts";
import { callNatively, codeOf, letterRequest, usageOf } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const TIERS = ["free", "pro", "enterprise"] as const;
const HEADING = "### Whose provider key a call uses";

/** Reads the table in the document, and returns a row for each tier. */
function matrix() {
  const text = readFileSync(
    new URL("../../../../docs/gateway/accounts.md", import.meta.url),
    "utf8",
  );
  const section = text.slice(text.indexOf(HEADING)).split("\n## ")[0] ?? "";
  const rows = section.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).flatMap((row) => {
    const [tiers = "", ...cells] = row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [managed = "", own = "", operator = "", outcome = ""] = cells;
    const named = TIERS.filter((tier) => tiers.split(", ").includes(tier));
    return named.map((tier) => ({ tier, managed, own, operator, outcome }));
  });
}

const ROWS = matrix();

describeWithServer("postgres", "Provider keys", () => {
  // @spec SVC-25
  test("The table has exactly one row for each combination of tier, managed_ai, own key and operator's key", () => {
    const both = (values: readonly string[]) => (given: readonly string[]) =>
      values.map((value) => [...given, value]);
    const all = [[]].flatMap(both(TIERS)).flatMap(both(["true", "false"]));
    const complete = all.flatMap(both(["none", "stored"])).flatMap(both(["present", "absent"]));
    const named = ROWS.map(({ tier, managed, own, operator }) => [tier, managed, own, operator]);
    expect(named.map(String).sort()).toEqual(complete.map(String).sort());
  });

  describe.each(["present", "absent"])("With the operator's key %s", (operator) => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ MANAGED_AI_ENABLED: String(operator === "present") });
    });
    afterAll(() => gateway.close());
    beforeEach(() => {
      gateway.seen.worker.length = 0;
    });

    const keyInUse = () => {
      const [job = ""] = gateway.seen.worker;
      const { kind } = (JSON.parse(job) as InferenceJob).credential;
      return kind === "managed" ? "operator's key" : "own key";
    };

    test.each(ROWS.filter((row) => row.operator === operator))(
      "tier $tier, managed_ai $managed, own key $own: $outcome",
      async ({ tier, managed, own, outcome }) => {
        const order = { email: freshEmail(), tier, managedAi: managed === "true" };
        const first = await gateway.provision(order);
        if (own === "stored") {
          const path = "/api/v1/account/provider-key";
          const put = request(gateway.app).put(path).set("x-api-key", first.apiKey);
          expect((await put.send({ provider_key: "sk-of-the-customer" })).status).toBe(200);
        }
        // Storing a key sets `managed_ai` to false, but the operator may set it to true again.
        const { apiKey } = await gateway.provision(order);
        const answer = await callNatively(gateway, apiKey, letterRequest());
        const usage = await usageOf(gateway, apiKey);
        expect(usage).toMatchObject({ tier, managed_ai: order.managedAi });
        if (outcome === "503") {
          expect(codeOf(answer)).toEqual([503, "inference_service_unavailable"]);
          expect(answer.body.hint).toContain("PUT /api/v1/account/provider-key");
          expect([usage.used, gateway.seen.worker]).toEqual([0, []]);
        } else {
          expect(`${answer.status}, ${keyInUse()}`).toBe(outcome);
          expect(usage.used).toBe(1);
        }
      },
    );
  });
});
