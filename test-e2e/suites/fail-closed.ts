import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import type { Replica } from "@veil/local-stack";
import { readAnswer, type SanitisedField, writeAnswer } from "@veil/pii/answer";
import { type Between, type Spoil, startBetween } from "../support/between.ts";
import { finalOf, type Gateway, gatewayAt, type Reply } from "../support/gateway.ts";
import { letterDe, letterEn, letterRequest, PERSON_DE } from "../support/texts.ts";
import type { World } from "../support/world.ts";

const LOOKALIKE = "[PERSON_7]";
const TWO_FIELDS = {
  prompt_template: "{english} {german}",
  context: { english: letterEn(), german: `${letterDe()} ${LOOKALIKE}` },
};

export function describeFailClosed(world: () => World): void {
  describe("Fails closed", () => {
    dead(world);
    describe("While a service hangs", () => hanging(world));
    describe("When the sanitiser's answer is not what was asked for", () => wrongAnswers(world));
  });
}

const SHORT_TIMEOUTS = { SANITISER_TIMEOUT_MS: "2000", BRIDGE_TIMEOUT_MS: "2000" };

/** The refusal, and that it left no trace: no byte at the provider, nothing counted. */
async function expectRefusal(world: World, code: string, send: (apiKey: string) => Promise<Reply>) {
  const { gateway, simulator, customer } = world;
  const { apiKey } = await customer();
  simulator.clear();
  const reply = await send(apiKey);
  expect(reply.status).toBe(503);
  expect(reply.body).toEqual({
    error: code,
    message: expect.any(String),
    retry_after_seconds: expect.any(Number),
    request_id: reply.headers["x-request-id"],
  });
  expect(reply.headers["retry-after"]).toBe(String(reply.body["retry_after_seconds"]));
  expect(reply.text).not.toMatch(/Holloway|Weber|example|ECONN|stack/);
  expect(simulator.record()).toEqual([]);
  expect((await gateway.usage(apiKey)).used).toBe(0);
}

function dead(world: () => World): void {
  const send = (apiKey: string) => world().gateway.proxy(apiKey, letterRequest());
  const expectService = async () => finalOf(await send((await world().customer()).apiKey));

  test("When the sanitiser is killed, then 503, no byte at the provider and no quota used", async () => {
    const { stack } = world();
    await stack.kill("sanitiser");
    await expectRefusal(world(), "sanitizer_unavailable", send);
    await stack.restart("sanitiser");
    await expectService();
  });

  test("When the bridge is killed, then 503 token_service_unavailable, and it wins over the sanitiser", async () => {
    const { stack } = world();
    await stack.kill("bridge");
    await expectRefusal(world(), "token_service_unavailable", send);
    await stack.kill("sanitiser");
    await expectRefusal(world(), "token_service_unavailable", send);
    await stack.restart("bridge");
    await expectRefusal(world(), "sanitizer_unavailable", send);
    await stack.restart("sanitiser");
    await expectService();
  });
}

function hanging(world: () => World): void {
  const gateway = openReplica(world, async () => SHORT_TIMEOUTS);

  test.each([
    ["sanitiser", "sanitizer_unavailable"],
    ["bridge", "token_service_unavailable"],
  ] as const)("the %s: 503 %s after its time-out", async (service, code) => {
    const { stack } = world();
    stack.pause(service);
    try {
      await expectRefusal(world(), code, (key) => gateway().proxy(key, letterRequest()));
    } finally {
      stack.resume(service);
    }
  });
}

const raw = (respond: Extract<Spoil, { kind: "raw" }>["respond"]): Spoil => ({
  kind: "raw",
  respond,
});
const changed = (change: (answer: SanitiseResponse) => unknown): Spoil => ({
  kind: "answer",
  change: (answer) => change(answer as SanitiseResponse),
});
const ORIGINALS = Object.entries(TWO_FIELDS.context).map(([name, text]) => ({ name, text }));
/** An answer that says of itself that it is right: as of a sanitiser that is broken or taken over. */
const fields = (change: (field: SanitisedField, at: number) => SanitisedField): Spoil =>
  changed((answer) => {
    const { fields: read } = readAnswer(ORIGINALS, answer);
    return writeAnswer({ fields: read.map(change), layers_active: answer.layers_active });
  });
const wireFields = (
  change: (field: SanitiseResponse["fields"][number], at: number) => unknown,
): Spoil => changed((answer) => ({ ...answer, fields: answer.fields.map(change) }));

const WRONG: readonly (readonly [string, Spoil])[] = [
  ["garbage", raw((res) => res.end("<html>busy</html>"))],
  ["nothing", raw((res) => res.end())],
  ["half of it", raw((res) => res.writeHead(200, { "content-length": 900 }).end('{"fields":['))],
  ["an error", raw((res) => res.writeHead(500).end('{"error":"internal_error"}'))],
  ["a redirection", raw((res) => res.writeHead(302, { location: "http://evil.example/" }).end())],
  ["a reset", raw((res) => res.destroy())],
  ["headers and then silence", raw((res) => res.writeHead(200).write('{"fields":'))],
  ["null", changed(() => null)],
  ["no field", changed((answer) => ({ ...answer, fields: [] }))],
  ["one value missing", changed((answer) => ({ ...answer, fields: answer.fields.slice(0, 1) }))],
  [
    "one value twice",
    wireFields((field, at) => (at === 0 ? field : { ...field, name: "english" })),
  ],
  ["the values in another order", changed((a) => ({ ...a, fields: [...a.fields].reverse() }))],
  ["a field of another name", wireFields((field) => ({ ...field, name: "letter" }))],
  ["nothing replaced", wireFields((field) => ({ ...field, findings: [] }))],
  ["a replacement cut off", wireFields((f) => ({ ...f, findings: f.findings.slice(0, -1) }))],
  ["another digest", changed((answer) => ({ ...answer, sha256: "A".repeat(43) }))],
  [
    "the text unredacted",
    fields((field, at) => ({ ...field, text: ORIGINALS[at]?.text ?? "", redactions: [] })),
  ],
  [
    "one value unredacted",
    fields((field, at) => (at === 0 ? field : withoutRedaction(field, "EMAIL", PERSON_DE.email))),
  ],
  [
    "what looks like a placeholder left as it was typed",
    fields((field, at) => (at === 0 ? field : withoutRedaction(field, "LITERAL", LOOKALIKE))),
  ],
  ["text beyond the original", fields((field) => ({ ...field, text: `${field.text} .` }))],
  [
    "a placeholder that was not issued",
    fields((field) => ({ ...field, text: `${field.text} [PERSON_9]` })),
  ],
  [
    "one placeholder for two values",
    fields((field) => ({
      ...field,
      text: field.text.replaceAll(/\[[A-Z]+_\d\]/g, "[PERSON_1]"),
      redactions: field.redactions.map((one) => ({
        ...one,
        placeholder: "[PERSON_1]",
        type: "PERSON",
      })),
    })),
  ],
  ["spans that overlap", fields((f) => ({ ...f, redactions: [...f.redactions, ...f.redactions] }))],
  ["a type that there is not", changed((a) => ({ ...a, types: a.types.map(() => "<PERSON>") }))],
  ["an unknown property", wireFields((field) => ({ ...field, original: "x" }))],
];

/** As if that one value had been overlooked. */
function withoutRedaction(field: SanitisedField, type: string, value: string): SanitisedField {
  const missed = field.redactions.find((redaction) => redaction.type === type);
  if (missed === undefined) throw new Error(`Nothing of type ${type} to overlook`);
  return {
    ...field,
    text: field.text.replace(missed.placeholder, () => value),
    redactions: field.redactions.filter((redaction) => redaction !== missed),
  };
}

function wrongAnswers(world: () => World): void {
  let between: Between | undefined;
  const gateway = openReplica(world, async () => {
    between = await startBetween(() => world().stack.url("sanitiser"));
    return { SANITISER_URL: between.url, ...SHORT_TIMEOUTS };
  });
  afterAll(() => between?.close());
  const send = (apiKey: string) => gateway().proxy(apiKey, TWO_FIELDS);

  test("An answer that passes unchanged is good", async () => {
    between?.spoil(undefined);
    finalOf(await send((await world().customer()).apiKey));
  });

  test.each(WRONG)("%s: 503, no byte at the provider, no quota used", async (_name, spoil) => {
    between?.spoil(spoil);
    await expectRefusal(world(), "sanitizer_unavailable", send);
  });
}

/** A gateway beside the stack's own, with other settings, for the tests of the enclosing `describe`. */
function openReplica(world: () => World, env: () => Promise<Readonly<Record<string, string>>>) {
  let replica: Replica | undefined;
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    replica = await world().stack.startReplica("edge-gateway", await env());
    gateway = gatewayAt(replica.url);
  });
  afterAll(async () => {
    await gateway?.close();
    await replica?.stop();
  });
  return () => {
    if (gateway === undefined) throw new Error("The replica did not start");
    return gateway;
  };
}
