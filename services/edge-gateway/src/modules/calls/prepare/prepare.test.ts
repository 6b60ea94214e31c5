import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { systemRandomBytes } from "@veil/crypto";
import { createTestTrust } from "@veil/testing";
import { startFakeSanitiser } from "../../../../test/support/fake-sanitiser.ts";
import type { CustomerId, KeyCaller } from "../../accounts/index.ts";
import type { CallContent, MessagesContent, TemplateContent } from "../content/content.ts";
import type { PseudonymToken } from "../content/sanitised-content.ts";
import { createInlineTextScans } from "../scanning/create-text-scans.ts";
import { createCallRecord } from "./call-record.ts";
import { checkTemplate } from "./content-checks.ts";
import { createHttpSanitiser } from "./http-sanitiser.ts";
import { callFacts, inferenceJob, messagesJob } from "./inference-job.ts";
import { type CallInput, prepareCall } from "./prepare.ts";

const sanitiser = await startFakeSanitiser(createTestTrust());
const scans = createInlineTextScans();
beforeEach(() => void sanitiser.bodies.splice(0));
afterAll(() => sanitiser.close());

const deps = {
  tokens: {
    tokenFor: async () => ({ token: "token" as PseudonymToken, tokenRequestId: "tok_1" }),
  },
  sanitiser: createHttpSanitiser(sanitiser.client, scans, { timeoutMs: 60_000 }),
  entityLists: { boxes: async () => [] },
  scans,
  maxPromptChars: 1_000,
  nowMs: Date.now,
};

const caller: KeyCaller = {
  kind: "key",
  customerId: "cus_1" as CustomerId,
  tier: "pro",
  developer: false,
  managedAi: true,
  licenseExpiresAt: undefined,
  keyId: "key",
  apiKey: "svc_key",
  scope: "0".repeat(64),
  subject: "1".repeat(64),
  entityPolicy: undefined,
  callPolicy: undefined,
  entityLists: [],
};

const inputOf = <C extends CallContent>(content: C): CallInput<C> => ({
  caller,
  trace: { requestId: "req_1" },
  content,
  record: createCallRecord(caller, "req_1"),
});

const conversationOf = (messages: MessagesContent["messages"]): MessagesContent => ({
  kind: "messages",
  dialect: "anthropic",
  options: { top_k: 3 },
  stop: [],
  keepsPlaceholders: false,
  preamble: undefined,
  tools: undefined,
  outputSchema: undefined,
  relinkTools: new Set(),
  messages,
});

const conversation = conversationOf([
  { role: "system", field: "messages[0]", parts: ["Be brief."] },
  { role: "user", field: "messages[1]", parts: ["Ann Weber wrote.", "Answer ann@a.example."] },
  { role: "assistant", field: "messages[2]", parts: ["To Ann Weber?"] },
]);

const parts = {
  jobRequestId: "jrq_1",
  credential: { kind: "managed" },
  parameters: { model: undefined, maxTokens: 10, temperature: undefined },
  deadline: new Date("2026-01-01T00:00:00Z"),
} as const;

const jobOf = async (content: MessagesContent) =>
  messagesJob(await prepareCall(deps, inputOf(content)), parts, systemRandomBytes);

const part = (text: string) => ({ type: "text", text });

describe("prepareCall for a conversation", () => {
  test("a conversation is sanitised in one request, so that a value has the same placeholder in all turns", async () => {
    expect(await jobOf(conversation)).toEqual({
      job_request_id: "jrq_1",
      token: "token",
      dialect: "anthropic",
      options: { top_k: 3 },
      messages: [
        { role: "system", content: [part("Be brief.")] },
        { role: "user", content: [part("[PERSON_1] wrote."), part("Answer [EMAIL_1].")] },
        { role: "assistant", content: [part("To [PERSON_1]?")] },
      ],
      max_tokens: 10,
      credential: { kind: "managed" },
      end_user_id: expect.any(String),
      deadline: "2026-01-01T00:00:00Z",
    });
    expect(sanitiser.bodies).toHaveLength(1);
  });

  test("all texts of a conversation are sent, and the facts count them all as sent", async () => {
    const input = inputOf(conversation);
    const facts = callFacts(input, await prepareCall(deps, input));
    expect(facts).toMatchObject({
      fields_sanitised: 4,
      fields_sent: 4,
      redactions: { PERSON: 2, EMAIL: 1 },
      left: { unsent: { findings: [] } },
    });
  });

  test.each([
    ["an identifier", ["Write to x.y@", "acme.example"], /^Field "messages\[0\]": .*personal data/],
    ["a placeholder", ["[PER", "SON_1]"], /^Field "messages\[0\]": .*looks like a placeholder/],
  ])(
    "a conversation is refused when the parts of a turn together form %s",
    async (_what, parts, said) => {
      const content = conversationOf([{ role: "user", field: "messages[0]", parts }]);
      await expect(prepareCall(deps, inputOf(content))).rejects.toMatchObject({
        code: "invalid_field",
        message: expect.stringMatching(said),
      });
    },
  );

  test("a conversation is refused when it is longer than maxPromptChars", async () => {
    const parts = ["x".repeat(600), "y".repeat(600)];
    const content = conversationOf([{ role: "user", field: "messages[0]", parts }]);
    await expect(prepareCall(deps, inputOf(content))).rejects.toMatchObject({
      code: "request_too_large",
    });
  });
});

test("Only the values that the template uses are sent, in sanitised form", async () => {
  const { template, variables, hosts } = await checkTemplate("Answer {letter}", scans);
  const content: TemplateContent = {
    ...{ kind: "template", template, used: variables, linkHosts: hosts },
    values: [
      { name: "note", text: "Weber" },
      { name: "letter", text: "From Ann Weber" },
    ],
  };
  const prepared = await prepareCall(deps, inputOf(content));
  expect(inferenceJob(prepared, parts, systemRandomBytes)).toMatchObject({
    prompt_template: "Answer {letter}",
    context: [{ name: "letter", text: "From [PERSON_2]" }],
  });
});

test("Each step is recorded with the time at which it ended", async () => {
  let now = 0;
  const input = inputOf(conversation);
  const nowMs = () => {
    now += 1_000;
    return now;
  };
  await prepareCall({ ...deps, nowMs }, input);
  expect(input.record.entries()).toMatchObject([
    {
      event_type: "PROXY_SANITIZER_APPLIED",
      occurred_at: "1970-01-01T00:00:02.000Z",
      payload: { match_count: "3", detected_types: "PERSON:2,EMAIL:1" },
      preceded_by: [
        { event_type: "PROXY_TOKEN_GENERATED", occurred_at: "1970-01-01T00:00:01.000Z" },
      ],
    },
  ]);
});
