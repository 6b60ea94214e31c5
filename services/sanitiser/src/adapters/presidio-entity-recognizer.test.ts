import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { describeWithServer, WAIT_CEILING_MS } from "@veil/testing";
import { startFakePresidio } from "../../test/fake-presidio.ts";
import { type JsonServer, serveJson } from "../../test/serve-json.ts";
import type { EntityRecognizer } from "../ports.ts";
import { describeEntityRecognizer } from "./entity-recognizer.contract.ts";
import { createPresidioRecognizer } from "./presidio-entity-recognizer.ts";

const toClose: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(toClose.splice(0).map((close) => close())));

let fake: JsonServer;
beforeAll(async () => {
  fake = await startFakePresidio();
});
afterAll(() => fake.close());

const settings = { languages: ["en"] as const, minScore: 0.4, connections: 4 };
const open = (url: string) => createPresidioRecognizer({ ...settings, url });

async function answering(answer: unknown, status = 200): Promise<EntityRecognizer> {
  const server = await serveJson(() => answer, status);
  toClose.push(() => server.close());
  return open(server.url);
}

const person = { entity_type: "PERSON", start: 11, end: 21, score: 0.85 };

describeEntityRecognizer("Presidio's routes", async () => open(fake.url), {
  languages: ["en"],
  failing: [
    ["cannot be reached", async () => open("http://127.0.0.1:1")],
    ["hangs", () => answering(undefined)],
    ["answers 500", () => answering([], 500)],
    ["redirects", () => answering([], 307)],
    ["answers no JSON", () => answering("<html>")],
    ["answers no list", () => answering({ findings: [] })],
    [
      "returns a finding whose score is not a number",
      () => answering([{ ...person, score: "high" }]),
    ],
    ["returns a finding beyond the end of the text", () => answering([{ ...person, end: 4_000 }])],
    ["returns a finding of length zero", () => answering([{ ...person, end: 11 }])],
    ["sends a response that is too long", () => answering(" ".repeat(5 * 1024 * 1024))],
  ],
});

describeWithServer("presidio", "A real Presidio analyzer", (url) => {
  describeEntityRecognizer("Presidio", async () => open(url), {
    languages: ["en"],
    failing: [["has another address", async () => open(`${url}/elsewhere`)]],
  });

  test("Findings of Presidio's patterns are returned with this project's types", async () => {
    const recognizer = open(url);
    toClose.push(() => recognizer.close());
    const text = "🎉 Mail anna@example.org or call 415-555-0132";
    const [found = []] = await recognizer.recognize(
      [{ text, language: "en" }],
      AbortSignal.timeout(WAIT_CEILING_MS),
    );
    expect(found.map(({ start, end, type }) => [type, text.slice(start, end)])).toEqual(
      expect.arrayContaining([["EMAIL", "anna@example.org"]]),
    );
  });
});

test("Presidio's types are mapped to ID_NUMBER or dropped, and findings with a low score are dropped", async () => {
  const text = "2095-08-2311 Canadian 2020 abcd";
  const recognizer = await answering([
    { entity_type: "SE_PERSONNUMMER", start: 0, end: 12, score: 0.9 },
    { entity_type: "NRP", start: 13, end: 21, score: 0.9 },
    { entity_type: "DATE_TIME", start: 22, end: 26, score: 0.39 },
    { entity_type: "LITERAL", start: 27, end: 31, score: 0.9 },
  ]);
  toClose.push(() => recognizer.close());
  expect(
    await recognizer.recognize([{ text, language: "en" }], AbortSignal.timeout(WAIT_CEILING_MS)),
  ).toEqual([[{ start: 0, end: 12, type: "ID_NUMBER", confidence: 0.9, recognizer: "presidio" }]]);
});
