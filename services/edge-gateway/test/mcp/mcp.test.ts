import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { describeWithServer } from "@veil/testing";
import { MCP_CLIENTS, MCP_PATH } from "../support/mcp-client.ts";
import { LETTER, sentJob, UPSTREAM_KEYS } from "../support/sdk-client.ts";
import { startSdkServer } from "../support/sdk-server.ts";

let server: Awaited<ReturnType<typeof startSdkServer>>;
let apiKey: string;
beforeAll(async () => {
  server = await startSdkServer({ PER_MINUTE_LIMIT_PRO: "2" });
  ({ apiKey } = await server.gateway.provision({ tier: "enterprise", managedAi: false }));
});
beforeEach(() => {
  server.gateway.worker.answerWith(undefined);
  server.gateway.worker.direct.length = 0;
});
afterAll(() => server.close());

const messages = [{ role: "user", content: LETTER }];
const textOf = ({ content }: { readonly content: readonly { readonly text?: string }[] }) =>
  content.map(({ text }) => text).join();

describeWithServer("postgres", "MCP clients", () => {
  describe.each(MCP_CLIENTS)("%s", (_name, revision, connect) => {
    const connectWith = (key: string, more: Readonly<Record<string, string>> = {}) =>
      connect({
        url: `${server.url}${MCP_PATH}`,
        headers: { "x-api-key": key, "X-Upstream-Key": UPSTREAM_KEYS.messages, ...more },
      });

    // @spec DEC-2
    test("the client agrees on a revision with the gateway, and lists the tools", async () => {
      const client = await connectWith(apiKey);
      expect(client.revision()).toBe(revision);
      expect(await client.tools()).toEqual(["private_inference", "scan_text", "get_usage"]);
      await client.close();
    });

    // @spec DEC-2
    test("the client calls a model that receives placeholders, and gets values only if it requests them", async () => {
      for (const [headers, text] of [
        [{}, "[PERSON_1] writes from [EMAIL_1]"],
        [{ "X-Veil-Relink": "true" }, LETTER],
      ] as const) {
        server.gateway.worker.direct.length = 0;
        const client = await connectWith(apiKey, headers);
        const answer = await client.call("private_inference", {
          ...{ messages, model: "m-1", system: "Repeat the letter" },
        });
        expect(answer.isError ?? false).toBe(false);
        expect(textOf(answer)).toBe(text);
        expect(answer.structuredContent).toMatchObject({
          ...{ text, usage: { input_tokens: 1, output_tokens: 1 } },
          svc_compliance: { redaction_count: 2 },
        });
        const { model, messages: sent } = sentJob(server.gateway);
        expect(model).toBe("m-1");
        expect(JSON.stringify(sent)).toContain("[PERSON_1] writes from [EMAIL_1]");
        expect(JSON.stringify(sent)).not.toContain("Weber");
        await client.close();
      }
    });

    test("the client can scan a text and read the monthly usage", async () => {
      const client = await connectWith(apiKey);
      const scanned = await client.call("scan_text", { text: LETTER });
      expect(textOf(scanned)).toBe("[PERSON_1] writes from [EMAIL_1]");
      expect(scanned.structuredContent).toMatchObject({ redactions: [{ type: "PERSON" }, {}] });
      const usage = await client.call("get_usage");
      expect(usage.structuredContent).toMatchObject({ tier: "enterprise" });
      await client.close();
    });

    test("invalid arguments of a tool are reported in its result without their values", async () => {
      const client = await connectWith(apiKey);
      for (const [given, code] of [
        [{ messages: [] }, "invalid_field"],
        [{}, "missing_field"],
        [{ messages, system: "Write to ann@post.example" }, "system_prompt_pii_detected"],
        [{ messages, model: "ann@post.example" }, "invalid_field"],
        [{ messages, format: "openai" }, "upstream_key_mismatch"],
      ] as const) {
        const answer = await client.call("private_inference", given);
        expect([answer.isError, textOf(answer).split(":")[0]]).toEqual([true, code]);
        expect(textOf(answer)).toMatch(/Request: req_/);
        expect(textOf(answer)).not.toContain("post.example");
      }
      expect(server.gateway.worker.direct).toHaveLength(0);
      await client.close();
    });

    test("a call beyond the limit per minute gets rate_limited as its result, and other tools still work", async () => {
      const { apiKey: key } = await server.gateway.provision({ tier: "pro", managedAi: false });
      const client = await connectWith(key);
      const ask = () => client.call("private_inference", { messages, model: "m-1" });
      for (let count = 0; count < 2; count++) expect((await ask()).isError ?? false).toBe(false);
      const refused = await ask();
      expect(refused.isError).toBe(true);
      expect(textOf(refused)).toMatch(/^rate_limited: .* Try again in \d+ s\./);
      expect((await client.call("get_usage")).structuredContent).toMatchObject({ used: 2 });
      await client.close();
    });

    test("the client cannot connect with a wrong key", async () => {
      await expect(connectWith("gw_live_no")).rejects.toThrow(
        /invalid_api_key|nauthorized|HTTP 401/,
      );
    });
  });
});
