import { expect } from "@jest/globals";
import { PACK_FILES } from "@veil/contracts/public/compliance/evidence";
import type { Sink } from "@veil/local-stack/inspection";
import { inMemory, openArchive, readWhole } from "@veil/veil/evidence";
import type { Scenario } from "../../support/scenario.ts";

const DAY_MS = 86_400_000;

/**
 * Reads every document of compliance of the leak canary's customer, in every format. Before that,
 * records requests about a person: one that stays open, and one that is refused.
 */
export async function documentSinks(
  { stack, gateway }: Scenario,
  { email, value }: { readonly email: string; readonly value: string },
): Promise<Sink[]> {
  const { apiKey } = await stack.provision({ tier: "pro", email });
  const at = (path: string, more: object = {}) =>
    gateway.call({ path: `/api/v1/compliance/${path}`, apiKey, ...more });
  const received = { subject_request_type: "access", subject: { kind: "value", value } };
  const receive = () => at("dsar", { method: "POST", body: received });
  expect((await receive()).status).toBe(201);
  const refused = `dsar/${String((await receive()).body["subject_request_id"])}`;
  const refusal = { request_status: "cancelled", reason: "no_match" };
  expect((await at(refused, { method: "PATCH", body: refusal })).status).toBe(200);
  const since = new Date(Date.now() - DAY_MS).toISOString();
  const paths = [
    ...["posture", refused],
    ...["json", "csv", "jsonld", "html"].map((format) => `processing-record?format=${format}`),
    ...["json", "html", "html&language=de", "cnil-pia"].map((format) => `dpia?format=${format}`),
    ...["json", "csv"].map((format) => `exposure?since=${since}&format=${format}`),
  ];
  const sinks: Sink[] = [];
  for (const path of paths) {
    const { status, text } = await at(path);
    expect([path, status]).toEqual([path, 200]);
    sinks.push({ name: path, text });
  }
  sinks.push(
    ...(await packSinks(`${gateway.url}/api/v1/compliance/evidence-pack?since=${since}`, apiKey)),
  );
  // This name of a type proves that the documents count the canary's calls.
  expect(sinks.filter(({ text }) => text.includes("EMAIL")).length).toBeGreaterThan(5);
  return sinks;
}

/** Returns the files of an evidence pack with their names. */
async function packSinks(url: string, apiKey: string): Promise<readonly Sink[]> {
  const response = await fetch(url, { headers: { "x-api-key": apiKey } });
  expect(response.status).toBe(200);
  const pack = inMemory(new Uint8Array(await response.arrayBuffer()));
  const entries = await openArchive(pack, (holds, problem) =>
    expect([holds, problem]).toEqual([true, problem]),
  );
  const sinks: Sink[] = [];
  for (const entry of entries) {
    const text = Buffer.from(await readWhole(entry)).toString();
    sinks.push({ name: `evidence pack: ${entry.name}`, text: `${entry.name}\n${text}` });
  }
  expect(sinks.length).toBeGreaterThanOrEqual(Object.keys(PACK_FILES).length);
  return sinks;
}
