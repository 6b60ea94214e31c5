import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import {
  readSanitiseResponse,
  type SanitisedField,
  writeSanitiseResponse,
} from "@veil/pii/sanitise-response";
import { describeWithServer } from "@veil/testing";
import { callNatively, finalOf, letterRequest, usageOf } from "../support/native-client.ts";
import { startTestGateway, type TestGateway } from "../support/test-gateway.ts";

const LOOKALIKE = "[PERSON_7]";
const EMAIL = "weber@brief.example";
const TWO_FIELDS = {
  prompt_template: "{english} {german}",
  context: {
    english: "Ann Weber writes from ann@post.example.",
    german: `Frau Weber schreibt von ${EMAIL}. ${LOOKALIKE}`,
  },
};
const ORIGINALS = Object.entries(TWO_FIELDS.context).map(([name, text]) => ({ name, text }));

type Served = Pick<TestGateway, "app">;

let gateway: TestGateway;
let hurried: Served & Pick<TestGateway, "close">;
beforeAll(async () => {
  gateway = await startTestGateway();
  hurried = await gateway.replica({ SANITISER_TIMEOUT_MS: "200", BRIDGE_TIMEOUT_MS: "200" });
});
afterAll(async () => {
  await hurried.close();
  await gateway.close();
});
beforeEach(() => {
  for (const seen of Object.values(gateway.seen)) seen.length = 0;
});
afterEach(() => {
  gateway.sanitiser.answerWith(undefined);
  gateway.bridge.respondWith(undefined);
});

/**
 * Expects that a call is refused with the code, and that nothing was sent to the worker, admitted
 * or counted.
 */
async function expectRefusal(
  code: string,
  { body = letterRequest(), on = gateway }: { body?: object; on?: Served } = {},
) {
  const { apiKey, customerId } = await gateway.provision();
  const reply = await callNatively(on, apiKey, body);
  expect(reply.status).toBe(503);
  expect(reply.body).toEqual({
    error: code,
    message: expect.any(String),
    retry_after_seconds: expect.any(Number),
    request_id: reply.headers["x-request-id"],
  });
  expect(reply.headers["retry-after"]).toBe(String(reply.body.retry_after_seconds));
  expect(reply.text).not.toMatch(/Weber|example|ECONN|stack/);
  expect(gateway.seen.worker).toEqual([]);
  const admitted = "select from jobs where customer_id = $1";
  expect(await gateway.database.owner.query(admitted, [customerId])).toEqual([]);
  expect((await usageOf(gateway, apiKey)).used).toBe(0);
}

describeWithServer("postgres", "Fails closed", () => {
  describe("Bad responses of the bridge", () => {
    type Respond = Parameters<TestGateway["bridge"]["respondWith"]>[0];
    test.each<[string, Respond]>([
      ["garbage", (_path, _body, res) => res.end("<html>busy</html>")],
      ["an error", (_path, _body, res) => res.writeHead(500).end('{"error":"internal_error"}')],
      ["a reset", (_path, _body, res) => res.destroy()],
      ["no token", (_path, _body, res) => res.end("{}")],
      ["an empty token", (_path, _body, res) => res.end('{"tokens":[""]}')],
      ["one token too few", (_path, _body, res) => res.end('{"tokens":[]}')],
      [
        "one token too many",
        (_path, _body, res) =>
          res.end(JSON.stringify({ tokens: ["t".repeat(40), "u".repeat(40)] })),
      ],
    ])(
      "When the bridge responds with %s, then the call gets 503 token_service_unavailable",
      async (_case, respond) => {
        gateway.bridge.respondWith(respond);
        await expectRefusal("token_service_unavailable");
      },
    );

    test("When the bridge and the sanitiser both fail, then the call gets 503 token_service_unavailable", async () => {
      gateway.bridge.respondWith((_path, _body, res) => res.destroy());
      gateway.sanitiser.answerWith((res) => res.destroy());
      await expectRefusal("token_service_unavailable");
      gateway.bridge.respondWith(undefined);
      await expectRefusal("sanitizer_unavailable");
    });
  });

  describe("Hanging services", () => {
    // @spec CALL-35 ERR-23
    test("When the sanitiser hangs, then the call gets 503 sanitizer_unavailable after the sanitiser's time-out", async () => {
      gateway.sanitiser.answerWith(() => {});
      await expectRefusal("sanitizer_unavailable", { on: hurried });
    });

    // @spec CALL-35 ERR-24
    test("When the bridge hangs, then the call gets 503 token_service_unavailable after the bridge's time-out", async () => {
      gateway.bridge.respondWith(() => {});
      await expectRefusal("token_service_unavailable", { on: hurried });
    });
  });

  test.each([
    ["SANITISER_URL", "sanitizer_unavailable"],
    ["BRIDGE_URL", "token_service_unavailable"],
  ])("When no server listens at %s, then the call gets 503 %s", async (setting, code) => {
    const on = await gateway.replica({ [setting]: "http://127.0.0.1:1" });
    await expectRefusal(code, { on });
    await on.close();
  });

  describe("Bad responses of the sanitiser", () => {
    type Spoil = NonNullable<Parameters<TestGateway["sanitiser"]["answerWith"]>[0]>;
    const changed =
      (change: (answer: SanitiseResponse) => unknown): Spoil =>
      (res, answer) =>
        res.end(JSON.stringify(change(answer)));
    /** Makes a self-consistent response, as a broken or compromised sanitiser could. */
    const fields = (change: (field: SanitisedField, at: number) => SanitisedField): Spoil =>
      changed((answer) => {
        const { fields: read } = readSanitiseResponse(ORIGINALS, answer);
        return writeSanitiseResponse({
          fields: read.map(change),
          layers_active: answer.layers_active,
        });
      });
    const spoiledFields = (
      change: (field: SanitiseResponse["fields"][number], at: number) => unknown,
    ): Spoil => changed((answer) => ({ ...answer, fields: answer.fields.map(change) }));
    const withoutRedaction = (field: SanitisedField, type: string, value: string) => {
      const missed = field.redactions.find((redaction) => redaction.type === type);
      if (missed === undefined) throw new Error(`Nothing of type ${type} to overlook`);
      return {
        ...field,
        text: field.text.replace(missed.placeholder, () => value),
        redactions: field.redactions.filter((redaction) => redaction !== missed),
      };
    };

    const halfAnswered: Spoil = (res) => {
      res.writeHead(200, { "content-length": 900 });
      res.write('{"fields":[', () => res.destroy());
    };

    test("Control: a response that these helpers pass on unchanged is accepted", async () => {
      const { apiKey } = await gateway.provision();
      gateway.sanitiser.answerWith(changed((answer) => answer));
      finalOf(await callNatively(gateway, apiKey, TWO_FIELDS));
      gateway.sanitiser.answerWith(fields((field) => field));
      const { result } = finalOf(await callNatively(gateway, apiKey, TWO_FIELDS));
      expect(result).toBe(Object.values(TWO_FIELDS.context).join(" "));
    });

    test.each<[string, Spoil]>([
      ["garbage", (res) => res.end("<html>busy</html>")],
      ["nothing", (res) => res.end()],
      ["half of a response", halfAnswered],
      ["an error", (res) => res.writeHead(500).end('{"error":"internal_error"}')],
      ["a redirect", (res) => res.writeHead(302, { location: "http://evil.example/" }).end()],
      ["a reset", (res) => res.destroy()],
      ["null", changed(() => null)],
      ["no field", changed((answer) => ({ ...answer, fields: [] }))],
      [
        "one value missing",
        changed((answer) => ({ ...answer, fields: answer.fields.slice(0, 1) })),
      ],
      [
        "one value twice",
        spoiledFields((field, at) => (at === 0 ? field : { ...field, name: "english" })),
      ],
      ["the values in another order", changed((a) => ({ ...a, fields: [...a.fields].reverse() }))],
      ["a field of another name", spoiledFields((field) => ({ ...field, name: "letter" }))],
      ["nothing replaced", spoiledFields((field) => ({ ...field, findings: [] }))],
      [
        "a replacement cut off",
        spoiledFields((f) => ({ ...f, findings: f.findings.slice(0, -1) })),
      ],
      ["another hash", changed((answer) => ({ ...answer, sha256: "A".repeat(43) }))],
      [
        "the text unredacted",
        fields((field, at) => ({ ...field, text: ORIGINALS[at]?.text ?? "", redactions: [] })),
      ],
      [
        "one value unredacted",
        fields((field, at) => (at === 0 ? field : withoutRedaction(field, "EMAIL", EMAIL))),
      ],
      [
        "a text that looks like a placeholder left unprotected",
        fields((field, at) => (at === 0 ? field : withoutRedaction(field, "LITERAL", LOOKALIKE))),
      ],
      ["additional text", fields((field) => ({ ...field, text: `${field.text} .` }))],
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
      [
        "overlapping spans",
        fields((f) => ({ ...f, redactions: [...f.redactions, ...f.redactions] })),
      ],
      ["an unknown type", changed((a) => ({ ...a, types: a.types.map(() => "<PERSON>") }))],
      ["an unknown property", spoiledFields((field) => ({ ...field, original: "x" }))],
    ])(
      "When the sanitiser responds with %s, then the call gets 503, nothing is sent to the worker, and no quota is used",
      async (_name, spoil) => {
        gateway.sanitiser.answerWith(spoil);
        await expectRefusal("sanitizer_unavailable", { body: TWO_FIELDS });
      },
    );

    // @spec SVC-6
    test("When the sanitiser stops after the headers, then the call gets 503, nothing is sent to the worker, and no quota is used", async () => {
      gateway.sanitiser.answerWith((res) => res.writeHead(200).write('{"fields":'));
      await expectRefusal("sanitizer_unavailable", { body: TWO_FIELDS, on: hurried });
    });
  });
});
