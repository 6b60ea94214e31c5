import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "@veil/upstream-simulator";
import { request } from "undici";
import { leaksIn } from "../../support/clients/sdk-capture.ts";
import {
  outcomeOf,
  type StreamedEvent,
  streamMessage,
  textOfEvents,
} from "../../support/clients/sdk-stream.ts";
import type { Gate } from "../../support/network/gate.ts";
import type { ProviderScenario } from "../../support/provider-scenario.ts";
import { letterEn, PERSON_EN, valuesOf } from "../../support/texts.ts";

/** Contains characters of one to four bytes next to the restored values. */
const ANSWER = "Grüße, [PERSON_1] 🙂 — an [EMAIL_1], 日本 [IBAN_1]: [PERSON_1]'s.";
const AT_ONCE = 16;

interface StreamScenario extends ProviderScenario {
  readonly gate: Gate;
}

/**
 * Covers streams that the provider splits, cuts off or ends with an error at any byte, through
 * worker and gateway.
 */
export function describeStreamCuts({ scenario, provider, customer, gate }: StreamScenario): void {
  let apiKey: string;
  beforeAll(async () => {
    ({ apiKey } = await customer({ tier: "enterprise", managedAi: false }));
  });

  const open = (words: string) => {
    const messages = [{ role: "user", content: letterEn() }];
    const body = { model: `sim-${words}`, messages };
    return streamMessage({ url: scenario().gateway.url, apiKey, body });
  };
  async function read(words: string): Promise<readonly StreamedEvent[]> {
    const events: StreamedEvent[] = [];
    for await (const event of open(words)) events.push(event);
    return events;
  }
  const pings = (events: readonly StreamedEvent[]) =>
    events.filter(({ event }) => event === "ping").length;

  async function withAnswer<T>(use: () => Promise<T>): Promise<T> {
    provider().setMode({ answer: ANSWER, piece_chars: 9 });
    return await use().finally(() => provider().setMode({}));
  }

  describe("A streamed response", () => {
    test.each(["crlf-pings", "lf"])(
      "A stream has the same text, and complete events in order, wherever its bytes are split (%s)",
      async (words) => {
        await withAnswer(async () => {
          const whole = await read(`${words}-split-0000`);
          expect(textOfEvents(whole)).toContain(`${PERSON_EN.name} 🙂 — an`);
          const length = await lengthOf(provider());
          const seen = await atMost(
            AT_ONCE,
            offsets(length, words === "lf" ? 7 : 1),
            async (at) => {
              const events = await read(`${words}-split-${at}`);
              return [outcomeOf(events), textOfEvents(events), pings(events)] as const;
            },
          );
          expect(new Set(seen.map((one) => JSON.stringify(one)))).toEqual(
            new Set([JSON.stringify(["whole", textOfEvents(whole), pings(whole)])]),
          );
          expect(leaksIn(provider().record(), valuesOf(PERSON_EN))).toEqual([]);
        });
      },
    );

    test("Wherever a stream is cut off, it ends with an error, and its text is a beginning of the complete text", async () => {
      await withAnswer(async () => {
        const whole = textOfEvents(await read("split-0000"));
        const length = await lengthOf(provider());
        const seen = await atMost(AT_ONCE, offsets(length, 9), async (at) => {
          const events = await read(`close-${at}`);
          return { at, outcome: outcomeOf(events), text: textOfEvents(events) };
        });
        // The stream is complete only with its last byte.
        const [last] = seen.slice(-1);
        expect(last).toMatchObject({ outcome: "whole", text: whole });
        const others = seen.slice(0, -1);
        expect(others.filter(({ outcome }) => outcome !== "failed")).toEqual([]);
        expect(others.filter(({ text }) => !begins(whole, text))).toEqual([]);
      });
    });

    test("A stream ends with an error when the provider sends an error after any event", async () => {
      await withAnswer(async () => {
        const whole = textOfEvents(await read("lf"));
        const events = Array.from({ length: 12 }, (_, at) => String(at).padStart(4, "0"));
        const seen = await atMost(AT_ONCE, events, async (at) => {
          const got = await read(`after-${at}`);
          return { outcome: outcomeOf(got), text: textOfEvents(got) };
        });
        expect(seen.filter(({ outcome }) => outcome !== "failed")).toEqual([]);
        expect(seen.filter(({ text }) => !begins(whole, text))).toEqual([]);
      });
    });

    test("A stream reaches the client while it arrives: the first words come before the provider has sent the rest", async () => {
      provider().setMode({ answer: ANSWER, piece_chars: 9, pace_ms: 1 });
      provider().clear();
      // The four waits are after the start, the block, the ping and the first piece of text.
      gate.close(4);
      const texts: string[] = [];
      for await (const { data } of open("paced")) {
        if (data.delta?.text === undefined) continue;
        if (texts.length === 0) {
          expect(provider().record()).toMatchObject([{ ended: false }]);
          gate.open();
        }
        texts.push(data.delta.text);
      }
      provider().setMode({});
      expect(texts.length).toBeGreaterThan(1);
      expect(texts.join("")).toContain(PERSON_EN.email);
    });
  });
}

/**
 * Returns true if `text` is a beginning of `whole`. Ignores a partial placeholder at its end, which
 * is sent unchanged before the error.
 */
function begins(whole: string, text: string): boolean {
  return whole.startsWith(text.replace(/\[[A-Z_\d]*$/, ""));
}

/**
 * Repeats the provider's last request. @returns the length of the streamed response, which is the
 * same for every offset because offsets always have four digits
 */
async function lengthOf({ url, record }: Simulator): Promise<number> {
  const { body: asked = "" } = record().at(-1) ?? {};
  const { body } = await request(`${url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": "k", "anthropic-version": "2023-06-01" },
    body: asked,
  });
  return (await body.arrayBuffer()).byteLength;
}

function offsets(length: number, step: number): readonly string[] {
  const all = Array.from({ length: Math.floor(length / step) }, (_, at) => (at + 1) * step);
  return [...new Set([...all, length])].map((at) => String(at).padStart(4, "0"));
}

async function atMost<T, R>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = [];
  const open = [...items.entries()];
  const worker = async () => {
    for (let next = open.shift(); next !== undefined; next = open.shift())
      results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({ length: count }, worker));
  return results;
}
