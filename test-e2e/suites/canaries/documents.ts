import { expect } from "@jest/globals";
import type { Scenario } from "../../support/scenario.ts";
import type { Sink } from "../../support/search.ts";

const DAY_MS = 86_400_000;

/** Reads every document of compliance of the leak canary's customer, in every format. */
export async function documentSinks({ stack, gateway }: Scenario, email: string): Promise<Sink[]> {
  const { apiKey } = await stack.provision({ tier: "pro", email });
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const paths = [
    "posture",
    ...["json", "csv", "jsonld", "html"].map((format) => `processing-record?format=${format}`),
    ...["json", "html", "html&language=de", "cnil-pia"].map((format) => `dpia?format=${format}`),
    ...["json", "csv"].map((format) => `exposure?since=${since}&format=${format}`),
  ];
  const sinks: Sink[] = [];
  for (const path of paths) {
    const { status, text } = await gateway.call({ path: `/api/v1/compliance/${path}`, apiKey });
    expect([path, status]).toEqual([path, 200]);
    sinks.push({ name: path, text });
  }
  // This name of a type proves that the documents count the canary's calls.
  expect(sinks.filter(({ text }) => text.includes("EMAIL")).length).toBeGreaterThan(5);
  return sinks;
}
