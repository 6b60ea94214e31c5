import { describe, expect, test } from "@jest/globals";
import { checked } from "@veil/contracts/parsing";
import { ScanResponse } from "@veil/contracts/public/scan";
import { type Gateway, type Reply, SCAN_PATH, withGateway } from "../support/gateway.ts";
import { findIn } from "../support/search.ts";
import { findInFiles, sinksOf } from "../support/sinks.ts";
import { letterDe, letterEn, PERSON_DE, PERSON_EN, valuesOf } from "../support/texts.ts";
import type { World } from "../support/world.ts";

const parse = checked(ScanResponse);
const CAP = 4;

/** To be run first on its stack: the cap counts every scan. */
export function describeScan(world: () => World): void {
  describe("The public scan", () => {
    theCap(world);
    theScan(world);
    theSanitiserFails(world);
  });
}

function scanOf(reply: Reply): ScanResponse {
  if (reply.status !== 200) throw new Error(`Answered ${reply.status}: ${reply.text}`);
  return parse(reply.body);
}

function theCap(world: () => World): void {
  test("The cap is that of all callers, and with Redis that of all replicas together", async () => {
    const { stack, simulator } = world();
    const env = { SCANS_PER_HOUR: String(CAP) };
    const replicas = [
      await stack.startReplica("edge-gateway", env),
      await stack.startReplica("edge-gateway", env),
    ];
    const statuses: number[] = [];
    const scanAt = (url: string) =>
      withGateway(url, async (gateway: Gateway) => {
        const reply = await gateway.scan({ text: "nobody" });
        statuses.push(reply.status);
        return reply;
      });
    for (let round = 0; round < CAP; round++) for (const { url } of replicas) await scanAt(url);
    const shared = stack.redisUrl !== undefined;
    expect(statuses.filter((status) => status === 200)).toHaveLength(shared ? CAP : 2 * CAP);
    for (const { url } of replicas) {
      const refused = await scanAt(url);
      expect([refused.status, refused.body["error"]]).toEqual([429, "rate_limited"]);
      expect(refused.headers["retry-after"]).toBe(String(refused.body["retry_after_seconds"]));
      expect(Number(refused.headers["retry-after"])).toBeGreaterThan(3_000);
    }
    for (const replica of replicas) await replica.stop();
    expect(simulator.record()).toEqual([]);
  }, 60_000);
}

function theScan(world: () => World): void {
  test.each([
    ["en", letterEn(), PERSON_EN],
    ["de", letterDe(), PERSON_DE],
  ] as const)(
    "A letter (%s) comes back without its values, to anybody",
    async (language, text, person) => {
      const { gateway, simulator } = world();
      simulator.clear();
      for (const body of [{ text }, { text, language }]) {
        const reply = await gateway.scan(body);
        const { redacted, redactions, layers_active } = scanOf(reply);
        for (const value of valuesOf(person)) expect(reply.text).not.toContain(value);
        const types = redactions.map(({ type }) => type);
        for (const type of ["PERSON", "EMAIL", "PHONE", "IBAN"]) expect(types).toContain(type);
        for (const { placeholder } of redactions) expect(redacted).toContain(placeholder);
        expect(layers_active).not.toEqual([]);
      }
      expect(simulator.record()).toEqual([]);
    },
  );

  test("Nothing of it is kept or logged", async () => {
    const { stack, gateway } = world();
    const text = `Umber scan ${Date.now()} for umber.${Date.now()}@scan-canary.example`;
    scanOf(await gateway.scan({ text }));
    const values = [text, "Umber scan", "scan-canary"];
    expect(findIn(await sinksOf(stack), values)).toEqual([]);
    expect(findInFiles(stack.stateDir, values)).toEqual([]);
  });

  test("Another method, media type, length or language is refused", async () => {
    const { gateway } = world();
    const codeOf = ({ status, body }: Reply) => [status, body["error"]];
    const wrong = await gateway.call({ path: SCAN_PATH });
    expect([...codeOf(wrong), wrong.headers["allow"]]).toEqual([405, "method_not_allowed", "POST"]);
    const plain = await gateway.scan("text", { "content-type": "text/plain" });
    expect(codeOf(plain)).toEqual([415, "unsupported_media_type"]);
    expect(codeOf(await gateway.scan({}))).toEqual([400, "missing_field"]);
    expect(codeOf(await gateway.scan({ text: " \n" }))).toEqual([400, "invalid_field"]);
    expect(codeOf(await gateway.scan({ text: "a", language: "fr" }))).toEqual([
      400,
      "invalid_field",
    ]);
    const full = ` ${"ö".repeat(2_048)} `;
    expect(scanOf(await gateway.scan({ text: full })).redacted).toBe(full);
    expect(codeOf(await gateway.scan({ text: `${full}x` }))).toEqual([400, "request_too_large"]);
  });
}

function theSanitiserFails(world: () => World): void {
  async function expectUnavailable() {
    const reply = await world().gateway.scan({ text: letterEn() });
    expect([reply.status, reply.body["error"]]).toEqual([503, "sanitizer_unavailable"]);
    expect(reply.headers["retry-after"]).toBe(String(reply.body["retry_after_seconds"]));
    expect(reply.text).not.toMatch(/Holloway|example|ECONN|stack/);
  }

  test("When the sanitiser is dead, then 503", async () => {
    const { stack, gateway } = world();
    await stack.kill("sanitiser");
    try {
      await expectUnavailable();
    } finally {
      await stack.restart("sanitiser");
    }
    scanOf(await gateway.scan({ text: letterEn() }));
  });

  test("When the sanitiser hangs, then 503", async () => {
    const { stack } = world();
    stack.pause("sanitiser");
    try {
      await expectUnavailable();
    } finally {
      stack.resume("sanitiser");
    }
  });
}
