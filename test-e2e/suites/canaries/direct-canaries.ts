import { expect } from "@jest/globals";
import { findIn } from "@veil/local-stack/inspection";
import type { Canaries } from "../../support/canaries.ts";
import type { Scenario } from "../../support/scenario.ts";

interface Keys {
  readonly apiKey: string;
  /** The key of a provider that cannot be reached. */
  readonly upstreamKey: string;
}

/**
 * Makes complete, streamed and refused calls, with the operator's key and with keys in the calls.
 */
export async function askBySdk(
  { gateway }: Scenario,
  { english, german }: Canaries,
  { apiKey, upstreamKey }: Keys,
): Promise<void> {
  const messages = [
    { role: "system", content: german },
    { role: "user", content: english },
  ];
  const send = async (more: object, headers = {}) => {
    const body = { model: "m", max_tokens: 100, messages, ...more };
    return await gateway.call({ method: "POST", path: "/v1/messages", apiKey, headers, body });
  };
  const clean = { messages: messages.slice(1) };
  for (const stream of [false, true]) {
    const answer = await send({ ...clean, stream });
    expect(answer.status).toBe(200);
    expect(findIn([{ name: "answer", text: answer.text }], [english])).toEqual([]);
  }
  expect((await send({})).body["error"]).toBe("system_prompt_pii_detected");
  const failed = await send(clean, { "x-upstream-key": upstreamKey });
  expect(failed.body["error"]).toBe("inference_service_unavailable");
}

/** Makes the same calls as `askBySdk`, through the tools of MCP. */
export async function askByMcp(
  { gateway }: Scenario,
  { english, german, personal }: Canaries,
  { apiKey, upstreamKey }: Keys,
): Promise<void> {
  const messages = [{ role: "user", content: english }];
  const use = async (name: string, given: object, headers = {}) => {
    const params = { name, arguments: given };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params };
    const path = "/api/v1/mcp/messages";
    return (await gateway.call({ method: "POST", path, apiKey, headers, body })).text;
  };
  const results = [
    await use("private_inference", { messages, model: "m" }),
    await use("scan_text", { text: english }),
    await use("private_inference", { messages, system: german }),
    await use("private_inference", { messages }, { "x-upstream-key": upstreamKey }),
  ];
  const ends = ["svc_compliance", "redactions", "system_prompt_pii_detected", "unavailable"];
  for (const [at, end] of ends.entries()) expect(results[at]).toContain(end);
  expect(findIn([{ name: "results", text: results.join() }], personal)).toEqual([]);
}

/** Lets the planted texts be redacted outside of a call. Neither answer has a planted value. */
export async function scanAndPreview(
  { gateway }: Scenario,
  { english, german, personal }: Canaries,
  apiKey: string,
): Promise<void> {
  for (const path of ["/api/v1/scan", "/api/v1/account/preview"])
    for (const text of [english, german]) {
      const reply = await gateway.call({ method: "POST", path, apiKey, body: { text } });
      expect([path, reply.status]).toEqual([path, 200]);
      expect(findIn([{ name: path, text: reply.text }], personal)).toEqual([]);
    }
}
