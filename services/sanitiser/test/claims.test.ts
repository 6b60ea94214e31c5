/** @slow reads the name models */
import { afterEach, describe, expect, test } from "@jest/globals";
import type { OpenedClaim } from "@veil/contracts/claims";
import type { SanitiseRequest } from "@veil/contracts/sanitiser";
import { claimItem, MAX_CONTEXT_ITEMS } from "@veil/veil/claims";
import fc from "fast-check";
import request from "supertest";
import { expectedClaim, requested } from "./claim-checks.ts";
import { startFakePresidio } from "./fake-presidio.ts";
import { startFakeShield } from "./fake-shield.ts";
import { sanitisedOf } from "./sanitised-of.ts";
import { boxedList } from "./sealed-lists.ts";
import { inlinePool, startTestSanitiser, type TestSanitiser, tokenOf } from "./test-sanitiser.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(toClose.splice(0).map((close) => close())));

/**
 * Sends all bodies to threads. The long time-out is needed because a thread first reads the models,
 * which takes seconds on a busy machine.
 */
const IN_THREADS = { SANITISER_INLINE_BELOW_BYTES: "0", SANITISER_ENGINE_TIMEOUT_MS: "60000" };
const FIELDS = [
  { name: "a", text: "Dear Ms Weber, mail anna@example.org" },
  { name: "b", text: "" },
  { name: "c", text: "a\ud800b: it rains" },
];
const asked: SanitiseRequest = { fields: FIELDS, language: "en", claim: requested };

async function started(
  settings: Readonly<Record<string, string>> = {},
  overrides: Parameters<typeof startTestSanitiser>[1] = { pool: inlinePool },
): Promise<TestSanitiser> {
  const sanitiser = await startTestSanitiser(settings, overrides);
  toClose.push(sanitiser.close);
  return sanitiser;
}

function read(body: SanitiseRequest, answer: { readonly claim: OpenedClaim }) {
  const texts = sanitisedOf(body.fields, answer).fields.map(({ text }) => text);
  return { texts, claim: answer.claim };
}

async function sign({ app }: TestSanitiser, { claim, mac }: OpenedClaim) {
  const { body } = await request(app)
    .post("/claims/sign")
    .auth(await tokenOf("edge-gateway"), { type: "bearer" })
    .send({ claims: [{ claim, mac }] })
    .expect(200);
  return body;
}

describe("A claim of the sanitiser", () => {
  const everything: SanitiseRequest = {
    ...asked,
    policy: { types: { EMAIL: false }, deny: [{ value: "rains" }] },
    lists: [boxedList({ kind: "deny", entries: [{ value: "Projekt Falke" }] })],
    shield: true,
    claim: { ...requested, aside: [1] },
  };

  test.each([
    ["a language", asked],
    ["no options", { fields: FIELDS, claim: requested }],
    ["policy, lists, shield and a field aside", everything],
  ])(
    "When a request with %s asks for a claim, then the claim covers the request and the response",
    async (_what, body) => {
      const sanitiser = await started();
      const { texts, claim } = read(body, (await sanitiser.post(body)).body);
      expect(claim.claim).toEqual(expectedClaim(body, texts, claim));
      expect(await sign(sanitiser, claim)).toMatchObject({ batch: { size: 1 }, positions: [{}] });
    },
  );

  test("For any fields, the claim commits to the original texts and to the sanitised texts", async () => {
    const words = fc.constantFrom("Anna Weber", "ann@example.org", "[PERSON_1]", "rain", "\ud800");
    const text = fc
      .array(fc.oneof(words, fc.string({ unit: "binary" })))
      .map((all) => all.join(" "));
    const fields = fc.array(text, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fields, async (given) => {
        const body = { ...asked, fields: given.map((text, at) => ({ name: `f${at}`, text })) };
        const bytes = await inlinePool.sanitise(new TextEncoder().encode(JSON.stringify(body)));
        const { texts, claim } = read(body, JSON.parse(new TextDecoder().decode(bytes)));
        expect(claim.claim).toEqual(expectedClaim(body, texts, claim));
      }),
      { numRuns: 30 },
    );
  });

  test("When a call has more than the maximum number of fields, then its context fields share one commitment", async () => {
    const sanitiser = await started(IN_THREADS, {});
    const fields = Array.from({ length: MAX_CONTEXT_ITEMS + 1 }, (_, at) => ({
      ...{ name: `f${at}`, text: `${at}: user${at}@example.org` },
    }));
    const body = { ...asked, fields, claim: { ...requested, aside: [3, 5] } };
    const { texts, claim } = read(body, (await sanitiser.post(body)).body);
    expect(claim.claim).toEqual(expectedClaim(body, texts, claim));
    expect(claim.claim.received.map(({ item }) => item)).toEqual(["context", "aside", "options"]);
  });

  test("When a thread made the claim, then the sanitiser recognizes and signs it", async () => {
    const sanitiser = await started(IN_THREADS, {});
    const { texts, claim } = read(asked, (await sanitiser.post(asked)).body);
    expect(claim.claim).toEqual(expectedClaim(asked, texts, claim));
    expect(await sign(sanitiser, claim)).toMatchObject({ batch: { component: "sanitiser" } });
  });

  test("When the same request is sent twice, then the claims have different seeds for the sanitised texts", async () => {
    const { post } = await started();
    const [one, other] = [(await post(asked)).body.claim, (await post(asked)).body.claim];
    expect(one.seed).not.toBe(other.seed);
    expect(one.claim.emitted).not.toEqual(other.claim.emitted);
    expect(one.claim.received).toEqual(other.claim.received);
  });

  test("When no claim is requested, then the response has no claim and is otherwise the same", async () => {
    const { post } = await started();
    const { claim: _requested, ...plain } = asked;
    const { claim, ...answer } = (await post(asked)).body;
    expect(claim).toBeDefined();
    expect((await post(plain)).body).toEqual(answer);
  });

  test("The claim contains nothing from the texts, and the log contains no seed and no leg id", async () => {
    const { post, lines } = await started();
    const { claim } = (await post(asked)).body;
    expect(JSON.stringify(claim)).not.toMatch(/Weber|anna|PERSON|rain/);
    const log = lines.join("");
    for (const secret of [requested.seed, claim.seed, requested.leg_id])
      expect(log).not.toContain(secret);
  });

  test.each([
    ["a seed that is too short", { ...requested, seed: "00" }],
    ["no leg id", { seed: requested.seed }],
    ["an unknown field", { ...requested, customer_id: "cus_1" }],
  ])(
    "When the request for a claim has %s, then the sanitiser responds 400",
    async (_what, claim) => {
      const { post } = await started();
      expect((await post({ ...asked, claim })).status).toBe(400);
    },
  );
});

describe("Texts sent to other engines are claimed as emitted to those engines", () => {
  const withPeer = (claim: OpenedClaim, peer: string) =>
    claim.claim.emitted.filter((item) => item.peer === peer);

  test("The claim has the original texts that Presidio reads as emitted to Presidio, with the same commitments as received", async () => {
    const presidio = await startFakePresidio();
    toClose.push(() => presidio.close());
    const { post } = await started({ PRESIDIO_URL: presidio.url });
    const german = { name: "d", text: "Ich wohne mit Jürgen Schmidt in Hamburg und er ist nett" };
    const body: SanitiseRequest = { fields: [...FIELDS, german], claim: requested };
    const { texts, claim } = read(body, (await post(body)).body);
    expect(presidio.received).toHaveLength(2);
    const { received, emitted } = expectedClaim(body, texts, claim);
    const sent = withPeer(claim, "presidio");
    expect(sent.map(({ item }) => item)).toEqual(["context.0", "context.2"]);
    for (const { item, commitment } of sent)
      expect(received.find((one) => one.item === item)?.commitment).toBe(commitment);
    expect(withPeer(claim, "edge-gateway")).toEqual(emitted);
  });

  test("The claim has the sanitised texts that the shield reads as emitted to the shield, under the sanitiser's seed", async () => {
    const seen: string[] = [];
    const shield = await startFakeShield((text) => {
      seen.push(text);
      return { spans: [{ text: "rains", type: "USERNAME", occurrence: null }] };
    });
    toClose.push(() => shield.close());
    const { post } = await started({ SHIELD_URL: shield.url, SHIELD_MODEL: "m" });
    const body = { ...asked, shield: true };
    const { texts, claim } = read(body, (await post(body)).body);
    const edge = { seed: Buffer.from(claim.seed, "hex"), peer: "llm-shield" } as const;
    const kind = "sanitised_context";
    const shown = seen.sort().map((value) => {
      const item = value.startsWith("Dear") ? "shield.0" : "shield.2";
      return claimItem({ item, class: kind, value }, edge);
    });
    expect(withPeer(claim, "llm-shield")).toEqual(shown);
    expect(withPeer(claim, "edge-gateway")).toEqual(expectedClaim(body, texts, claim).emitted);
    expect(texts[2]).toContain("[USERNAME_1]");
  });

  test("When the shield is not called, then the claim has nothing emitted to the shield", async () => {
    const shield = await startFakeShield(() => ({ spans: [] }));
    toClose.push(() => shield.close());
    const { post } = await started({ SHIELD_URL: shield.url, SHIELD_MODEL: "m" });
    const { claim } = (await post(asked)).body;
    expect(withPeer(claim, "llm-shield")).toEqual([]);
  });
});
