import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { UnredactedCount } from "@veil/contracts/sanitiser";
import { type Redaction, writeSanitiseResponse } from "@veil/pii/sanitise-response";
import type { PromptInput, TextScans } from "./text-scans.ts";

const SURE = { confidence: 1, recognizer: "test" };
const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));

interface OpenScans {
  readonly scans: TextScans;
  close(): Promise<void>;
}

export function describeTextScans(name: string, open: () => OpenScans): void {
  describe(`TextScans: ${name}`, () => {
    let scans: TextScans;
    let opened: OpenScans;
    beforeAll(() => {
      opened = open();
      scans = opened.scans;
    });
    afterAll(() => opened.close());

    test("template returns the identifiers, look-alikes and variables of a template", async () => {
      expect(await scans.template("Dear {name}, {{x}} {name}")).toEqual({
        identifiers: [],
        lookalike: false,
        variables: ["name"],
        hosts: [],
      });
      const template = await scans.template("a@b.example c@d.example [PERSON_1]");
      expect(template).toMatchObject({ identifiers: ["EMAIL"], lookalike: true, variables: [] });
    });

    test("template returns the hosts that the template itself names", async () => {
      const { hosts } = await scans.template("Link to https://a.example/{id}, not https://{host}/");
      expect(hosts).toEqual(["a.example"]);
    });

    test("identifiers returns the types of the identifiers in a text", async () => {
      const text = "Write to a@b.example or c@d.example, DE89 3704 0044 0532 0130 00";
      expect(await scans.identifiers(text)).toEqual(["EMAIL", "IBAN"]);
      expect(await scans.identifiers("Be brief.")).toEqual([]);
    });

    test("definitions returns the types of all identifiers, and the first text with one or with a look-alike", async () => {
      const texts = ["get_order", "id: 7", "by a@b.example"];
      expect(await scans.definitions(texts)).toEqual({ identifiers: { at: 2, types: ["EMAIL"] } });
      expect(await scans.definitions(["Hi", "Dear [PERSON_1]"])).toEqual({ lookalike: { at: 1 } });
    });

    describe("prompt", () => {
      const parts = (template: string, values: Record<string, string>): PromptInput => ({
        template,
        values: Object.entries(values).map(([key, text]) => ({ name: key, text })),
        issued: { PERSON: 1, EMAIL: 1 },
        findings: 2,
        maxChars: 1_000,
      });

      test.each<[string, Record<string, string>]>([
        ["Dear {a}, {b}", { a: "[PERSON_1]", b: "write to [EMAIL_1] or [PERSON_1]" }],
        ["{a}{b}{a}", { a: "[PERSON_1]", b: "" }],
        ['{{"a": [{a}]}}', { a: "[PERSON_1]" }],
        ["{a}", { a: "{b} a\ud800b 👩‍👩‍👧" }],
      ])("prompt %p is clean", async (template, values) => {
        expect(await scans.prompt(parts(template, values))).toEqual({ kind: "clean" });
      });

      test.each<[string, Record<string, string>, string, string[]]>([
        [
          "Mail {local}@{domain}",
          { local: "anna.schmidt", domain: "acme.de" },
          "EMAIL",
          ["local", "domain"],
        ],
        ["{a}{b}", { a: "anna.schmidt@", b: "acme.de" }, "EMAIL", ["a", "b"]],
        ["DE89 3704 {a} 0130 00", { a: "0044 0532" }, "IBAN", ["a"]],
        ["{{a}}{n} SSN {n}", { n: "123456789" }, "US_SSN", ["n"]],
      ])("prompt %p forms an identifier with its values", async (template, values, type, near) => {
        expect(await scans.prompt(parts(template, values))).toEqual({
          kind: "identifier",
          types: [type],
          near,
        });
      });

      test.each<[string, Record<string, string>, string[]]>([
        ["[PERSON_{n}]", { n: "1" }, ["n"]],
        ["PERSON_{n}", { n: "1" }, ["n"]],
        ["{a}{b}", { a: "[PERSON_", b: "1]" }, ["a", "b"]],
        ["[{a} 1]", { a: "email" }, ["a"]],
        ["[PERSON_0{n}]", { n: "1" }, ["n"]],
      ])("prompt %p forms a placeholder with its values", async (template, values, near) => {
        expect(await scans.prompt(parts(template, values))).toEqual({ kind: "lookalike", near });
      });

      test.each(["ann@example.org", "about [PERSON_2]", "[person 1]", "[PERSON_01]", "[URL_1]"])(
        "prompt does not accept %p as a clean value",
        async (a) => {
          const scan = await scans.prompt(parts("{b}: {a}", { a, b: "[PERSON_1]" }));
          expect(scan).toEqual({ kind: "value_not_clean" });
        },
      );

      test("the length of a prompt counts a value each time it is used, and a prompt that is too long is not rendered", async () => {
        const a = "x".repeat(100);
        expect(await scans.prompt(parts("{a}".repeat(10), { a }))).toEqual({ kind: "clean" });
        expect(await scans.prompt(parts(`${"{a}".repeat(10)}.`, { a }))).toEqual({
          kind: "too_long",
        });
        const huge = parts("{a}".repeat(100_000), { a: a.repeat(1_000) });
        expect(await scans.prompt(huge)).toEqual({ kind: "too_long" });
      });

      test("a prompt is refused when a value is missing", async () => {
        await expect(scans.prompt(parts("{a}", {}))).rejects.toMatchObject({
          code: "sanitizer_unavailable",
          message: "The text could not be checked for personal data",
        });
      });
    });

    describe("sanitised", () => {
      const text = "Ann \ud800 ann@b.example";
      const redactions: Redaction[] = [
        { start: 0, end: 3, placeholder: "[PERSON_1]", type: "PERSON", ...SURE },
        { start: 6, end: 19, placeholder: "[EMAIL_1]", type: "EMAIL", ...SURE },
      ];
      const left: UnredactedCount[] = [{ type: "DATE_TIME", reason: "default", count: 1 }];
      const sanitised = { name: "a", text: "[PERSON_1] \ud800 [EMAIL_1]", redactions, left };
      const written = writeSanitiseResponse({ fields: [sanitised], layers_active: ["names"] });
      const parts = { originals: [{ name: "a", text }], answer: bytesOf(written) };

      test("sanitised returns the texts, the restorable values, and what was found and left", async () => {
        const { entries, ...verified } = await scans.sanitised(parts);
        expect(JSON.parse(new TextDecoder().decode(entries))).toEqual([
          { placeholder: "[PERSON_1]", value: "Ann" },
          { placeholder: "[EMAIL_1]", value: "ann@b.example" },
        ]);
        expect(verified).toEqual({
          texts: [sanitised.text],
          findings: 2,
          issued: { PERSON: 1, EMAIL: 1 },
          counts: { PERSON: 1, EMAIL: 1 },
          left: new Map([["a", left]]),
          layers: ["names"],
        });
      });

      test("sanitised refuses a response to other texts", async () => {
        const other = { ...parts, originals: [{ name: "a", text: `${text}.` }] };
        await expect(scans.sanitised(other)).rejects.toMatchObject({
          code: "sanitizer_unavailable",
        });
      });

      test("groundTruth evaluates a sanitiser response against a ground truth", async () => {
        const annotations = [{ type: "NAME", value: "Ann", start: 0, end: 3 }];
        const truth = [{ name: "a", text, annotations }];
        const { counts, evaluation } = await scans.groundTruth({ ...parts, truth });
        expect(counts).toEqual({ true_positives: 1, false_negatives: 0, false_positives: 1 });
        expect(JSON.parse(new TextDecoder().decode(evaluation))).toMatchObject({
          ...counts,
          extras: [{ placeholder: "[EMAIL_1]", original: "ann@b.example" }],
        });
      });
    });

    test("answer redacts and counts personal data that the model wrote", async () => {
      expect(
        await scans.answer({ blocks: ["[PERSON_1]: a@b.example, c@d.example"], keep: [] }),
      ).toEqual({
        form: "text",
        blocks: ["[PERSON_1]: [REDACTED:EMAIL], [REDACTED:EMAIL]"],
        counts: { EMAIL: 2 },
      });
      expect(await scans.answer({ blocks: [""], keep: [] })).toEqual({
        form: "text",
        blocks: [""],
        counts: {},
      });
    });

    test("answer redacts the parsed strings of a JSON answer and leaves the rest as it was written", async () => {
      expect(
        await scans.answer({
          blocks: ['{"mail": "max\\u0040b.example", "n": [1, null]}'],
          keep: [],
        }),
      ).toEqual({
        form: "json",
        blocks: ['{"mail": "[REDACTED:EMAIL]", "n": [1, null]}'],
        counts: { EMAIL: 1 },
      });
    });

    test("relink restores values in text, but not in the destination of a link", async () => {
      const entries = [{ placeholder: "[PERSON_1]", value: 'Ann "W"' }];
      const map = new TextEncoder().encode(JSON.stringify({ entries, linkHosts: ["a.example"] }));
      const text = "[PERSON_1] ![](https://b.example/[PERSON_1]) https://a.example/[PERSON_1]";
      expect(await scans.relink({ map, form: "text", blocks: [text] })).toEqual({
        blocks: ['Ann "W" ![](https://b.example/[PERSON_1]) https://a.example/Ann%20%22W%22'],
        restored: 2,
        left: 1,
      });
      const json = await scans.relink({ map, form: "json", blocks: ['{"a":"[PERSON_1]"}'] });
      expect(json.blocks).toEqual(['{"a":"Ann \\"W\\""}']);
    });

    test("linked counts the placeholders in links", async () => {
      const text = "[PERSON_1] ![](https://b.example/[PERSON_2])";
      expect(await scans.linked({ form: "text", blocks: [text] })).toBe(1);
    });

    test("concurrent scans each return their own result", async () => {
      const numbers = Array.from({ length: 50 }, (_, index) => index);
      const scanned = await Promise.all(
        numbers.map((n) => scans.template(`https://h${n}.example/`)),
      );
      expect(scanned.map(({ hosts }) => hosts)).toEqual(numbers.map((n) => [`h${n}.example`]));
    });
  });
}
