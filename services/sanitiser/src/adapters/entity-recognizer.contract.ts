import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ENTITY_TYPES } from "@veil/contracts/entities";
import type { Finding, Language } from "@veil/pii";
import { WAIT_CEILING_MS } from "@veil/testing";
import { checkRecognizer } from "../engine-health.ts";
import type { EntityRecognizer } from "../ports.ts";

/** A recognizer without `peer`, so that these tests also run against the built-in name model. */
type Recognizer = Omit<EntityRecognizer, "peer">;

interface Deviations {
  /** The languages that the recognizer supports. It refuses texts in other languages. */
  readonly languages: readonly Language[];
  readonly failing: readonly (readonly [way: string, open: () => Promise<Recognizer>])[];
}

const SENTENCE = "My name is John Smith and I live in London.";
const PERSON_IN = { en: SENTENCE, de: "Mein Name ist Thomas Müller und ich wohne in Berlin." };
const NAME = { en: "John Smith", de: "Thomas Müller" };
const TYPES: readonly string[] = ENTITY_TYPES;

export function describeEntityRecognizer(
  name: string,
  open: () => Promise<Recognizer>,
  { languages, failing }: Deviations,
): void {
  describe(`EntityRecognizer: ${name}`, () => {
    let recognizer: Recognizer;
    beforeAll(async () => {
      recognizer = await open();
    });
    afterAll(() => recognizer.close());

    const ask = (texts: readonly string[], language: Language = "en") =>
      recognizer.recognize(
        texts.map((text) => ({ text, language })),
        AbortSignal.timeout(WAIT_CEILING_MS),
      );

    test.each(languages)("the recognizer finds a person in plain text (%s)", async (language) => {
      const text = PERSON_IN[language];
      const [found = []] = await ask([text], language);
      expect(valuesOf(text, found, "PERSON")).toEqual([NAME[language]]);
      for (const { type, confidence, recognizer: by } of found) {
        expect(TYPES).toContain(type);
        expect(confidence).toBeGreaterThan(0);
        expect(confidence).toBeLessThanOrEqual(1);
        expect(by).toMatch(/^[a-z0-9-]+$/);
      }
    });

    test.each([
      ["emoji", "😀👩‍👩‍👧🎉 "],
      ["combining characters", "voila\u0300, de\u0301ja\u0300 vu. "],
      ["both, and blanks", "🇩🇪\u00a0e\u0301\t🎉\n\n"],
    ])(
      "the recognizer returns offsets in UTF-16 code units when the text begins with %s",
      async (_case, before) => {
        const text = `${before}${SENTENCE} 🎉 ${SENTENCE}`;
        const [found = []] = await ask([text]);
        // Some engines also classify a flag as a person.
        const persons = valuesOf(text, found, "PERSON").filter((value) => /[a-z]/i.test(value));
        expect(new Set(persons)).toEqual(new Set(["John Smith"]));
      },
    );

    test("the recognizer finds a person in a text with a lone surrogate", async () => {
      const text = `a\ud800b. ${SENTENCE}`;
      const [found = []] = await ask([text]);
      expect(valuesOf(text, found, "PERSON")).toEqual(["John Smith"]);
    });

    test("the recognizer finds nothing in empty or blank texts", async () => {
      expect(await ask(["", "   ", "\n"])).toEqual([[], [], []]);
      expect(await ask([])).toEqual([]);
    });

    test("the recognizer returns the findings of many texts in the order of the texts", async () => {
      const texts = Array.from({ length: 24 }, (_, n) =>
        n % 3 === 0 ? "It rains." : `${"😀".repeat(n)} ${SENTENCE}`,
      );
      const found = await ask(texts);
      expect(found).toHaveLength(texts.length);
      for (const [n, findings] of found.entries())
        expect([n, valuesOf(texts[n] ?? "", findings, "PERSON")]).toEqual([
          n,
          n % 3 === 0 ? [] : ["John Smith"],
        ]);
    });

    test("the recognizer finds a person at the end of a long text", async () => {
      const text = `${"It rains and rains. ".repeat(3_000)}${SENTENCE}`;
      const [found = []] = await ask([text]);
      expect(valuesOf(text, found, "PERSON")).toContain("John Smith");
    });

    test("the recognizer returns the same findings for the same texts", async () => {
      const texts = [SENTENCE, `😀 ${SENTENCE}`];
      expect(await ask(texts)).toEqual(await ask(texts));
    });

    test("the recognizer lists its languages and refuses texts in other languages", async () => {
      expect(recognizer.languages).toEqual(languages);
      for (const language of (["en", "de"] as const).filter((each) => !languages.includes(each)))
        await expect(ask([PERSON_IN[language]], language)).rejects.toMatchObject({
          code: "sanitizer_unavailable",
        });
    });

    test("the recognizer is ready when it finds the canary's person", async () => {
      const check = await checkRecognizer(recognizer, 20_000);
      expect(check).toEqual({ name: `engine_${recognizer.name}`, ok: true });
    });

    test("the recognizer fails when its signal is aborted", async () => {
      const texts = [{ text: SENTENCE, language: "en" }] as const;
      const aborted = AbortSignal.abort(new DOMException("The time is up", "TimeoutError"));
      await expect(recognizer.recognize(texts, aborted)).rejects.toMatchObject({
        code: "sanitizer_unavailable",
      });
    });

    test.each(failing)(
      "when the recognizer %s, then it refuses the text and is not ready",
      async (_way, broken) => {
        const engine = await broken();
        const texts = [{ text: SENTENCE, language: "en" }] as const;
        try {
          await expect(engine.recognize(texts, AbortSignal.timeout(500))).rejects.toMatchObject({
            code: "sanitizer_unavailable",
            message: "The text could not be sanitised",
          });
          expect(await checkRecognizer(engine, 500)).toMatchObject({ ok: false });
        } finally {
          await engine.close();
        }
      },
    );
  });
}

function valuesOf(text: string, findings: readonly Finding[], expected: string): string[] {
  return findings
    .filter(({ type }) => type === expected)
    .map(({ start, end }) => text.slice(start, end));
}
