import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Simulator } from "@veil/upstream-simulator";
import { request } from "undici";
import type { Gate } from "../support/gate.ts";
import type { ProviderScenario } from "../support/provider-scenario.ts";
import { leaksIn } from "../support/sdk-capture.ts";
import {
  outcomeOf,
  type StreamedEvent,
  streamMessage,
  textOfEvents,
} from "../support/sdk-stream.ts";
import { letterEn, PERSON_EN, valuesOf } from "../support/texts.ts";

/** Characters of one to four bytes next to and within the restored values. */
const ANSWER = "Grüße, [PERSON_1] 🙂 — an [EMAIL_1], 日本 [IBAN_1]: [PERSON_1]'s.";
const AT_ONCE = 16;

interface StreamScenario extends ProviderScenario {
  readonly gate: Gate;
}

/** Cuts the bytes of the provider's stream at any place, through worker and gateway. */
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

  describe("A streamed answer", () => {
    test.each(["crlf-pings", "lf"])(
      "is the same wherever its bytes are split, each event whole and in order (%s)",
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

    test("that is cut off anywhere says so, and what came is the beginning of the whole", async () => {
      await withAnswer(async () => {
        const whole = textOfEvents(await read("split-0000"));
        const length = await lengthOf(provider());
        const seen = await atMost(AT_ONCE, offsets(length, 9), async (at) => {
          const events = await read(`close-${at}`);
          return { at, outcome: outcomeOf(events), text: textOfEvents(events) };
        });
        // The last event ends with the last byte.
        const [last] = seen.slice(-1);
        expect(last).toMatchObject({ outcome: "whole", text: whole });
        const others = seen.slice(0, -1);
        expect(others.filter(({ outcome }) => outcome !== "failed")).toEqual([]);
        expect(others.filter(({ text }) => !begins(whole, text))).toEqual([]);
      });
    });

    test("in which an error stands after any of its events ends with an error", async () => {
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

    test("is not held back: its first words are here before the provider has sent the rest", async () => {
      provider().setMode({ answer: ANSWER, piece_chars: 9, pace_ms: 1 });
      provider().clear();
      // These are start, block, ping, and two pieces of text.
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

/** The part of a placeholder that arrived is sent unchanged before the error. */
function begins(whole: string, text: string): boolean {
  return whole.startsWith(text.replace(/\[[A-Z_\d]*$/, ""));
}

/**
 * Returns the length of the stream that answers the provider's last request; offsets have four
 * digits, as its own.
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
