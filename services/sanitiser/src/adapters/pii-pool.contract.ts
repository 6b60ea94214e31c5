import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { MAX_FINDINGS, type SanitiseRequest } from "@veil/contracts/sanitiser";
import type { Sanitised } from "@veil/pii/sanitise-response";
import { sanitisedOf } from "../../test/sanitised-of.ts";
import { boxedList, openEntityLists } from "../../test/sealed-lists.ts";
import { canaryBody, isCanaryMasked } from "../domain/canary.ts";
import type { PiiPool, PoolWork } from "../ports.ts";
import type { SealedEntityLists } from "./sealed-entity-lists.ts";

export function describePiiPool(name: string, open: (lists: SealedEntityLists) => PiiPool): void {
  describe(`PiiPool: ${name}`, () => {
    let pool: PiiPool;
    let lists: SealedEntityLists;
    beforeAll(async () => {
      lists = openEntityLists();
      pool = open(lists);
      // These calls warm up the threads, which read the models before their first job.
      await Promise.all([pool.sanitise(canaryBody), pool.sanitise(canaryBody)]);
    });
    afterAll(async () => {
      await Promise.all([pool.close(), lists.close()]);
    });

    const ask = async (...texts: string[]): Promise<Sanitised> => {
      const fields = texts.map((text, index) => ({ name: `f${index}`, text }));
      return read(fields, await pool.sanitise(bytes({ fields })));
    };

    test("the pool uses the same placeholder for the same value in all fields, and lists its active layers", async () => {
      const { fields, layers_active } = await ask("Mail ann@example.org", "ann@example.org again");
      expect(fields.map(({ text }) => text)).toEqual(["Mail [EMAIL_1]", "[EMAIL_1] again"]);
      expect(fields[0]?.redactions).toEqual([
        expect.objectContaining({ start: 5, end: 20, placeholder: "[EMAIL_1]", type: "EMAIL" }),
      ]);
      expect(layers_active).toEqual(["patterns", "names"]);
    });

    test("the pool leaves unusual Unicode unchanged", async () => {
      const text = "a\ud800b \u0000 \u202e 👩‍👩‍👧 $& ann@example.org";
      const { fields } = await ask(text);
      expect(fields[0]?.text).toBe(text.replace("ann@example.org", () => "[EMAIL_1]"));
    });

    test("each of many concurrent requests gets its own response", async () => {
      const numbers = Array.from({ length: 50 }, (_, index) => index);
      const answers = await Promise.all(numbers.map((n) => ask(`${n}: user${n}@example.org`)));
      expect(answers.map(({ fields }) => fields[0]?.text)).toEqual(
        numbers.map((n) => `${n}: [EMAIL_1]`),
      );
    });

    test("the pool masks the canary in both languages", async () => {
      expect(isCanaryMasked(await pool.sanitise(canaryBody))).toBe(true);
    });

    test.each([
      ["{", "invalid_json"],
      [Buffer.from([0x22, 0xff, 0x22]), "invalid_json"],
      ["{}", "missing_field"],
      ['{"fields":[]}', "invalid_field"],
      ['{"fields":[{"name":"a"}]}', "invalid_field"],
      ['{"fields":[{"name":"a","text":"b"}],"language":"fr"}', "invalid_field"],
      ['{"fields":[{"name":"a","text":"b","customer_id":"c"}]}', "invalid_field"],
    ])("the pool refuses the body %j with %s", async (body, code) => {
      const expected = code === "invalid_field" ? /^(invalid|missing)_field$/ : code;
      const refused = expect.objectContaining({ code: expect.stringMatching(expected) });
      await expect(pool.sanitise(Buffer.from(body))).rejects.toEqual(refused);
    });

    test("the pool returns up to 50 000 findings, and refuses a body with more as too_many_findings", async () => {
      const written = (count: number) =>
        ["a", "b"].map((name) => ({ name, text: "[AGE_1]".repeat(count / 2) }));
      const most = written(MAX_FINDINGS);
      const [field] = read(most, await pool.sanitise(bytes({ fields: most }))).fields;
      expect(field?.redactions).toHaveLength(MAX_FINDINGS / 2);
      const more = bytes({ fields: written(MAX_FINDINGS + 2) });
      await expect(pool.sanitise(more)).rejects.toMatchObject({ code: "too_many_findings" });
    });

    describe("with a list of entities", () => {
      const fields = [{ name: "a", text: "Zu Projekt Falke und Projekt Adler" }];
      const request = (...lists: object[]) => bytes({ fields, lists });
      const falke = boxedList({ kind: "deny", entries: [{ value: "projekt falke" }] });
      const adler = boxedList({ kind: "deny", entries: [{ value: "Projekt Adler" }] });

      test("the pool throws list_needed for an unknown list, and keeps the list once its box has arrived", async () => {
        const { box: _box, sealing_key_id: _key, ...reference } = falke;
        await expect(pool.sanitise(request(reference))).rejects.toMatchObject({
          code: "list_needed",
        });
        for (const list of [falke, reference, reference])
          expect(read(fields, await pool.sanitise(request(list)))).toMatchObject({
            fields: [{ text: "Zu [KNOWN_ENTITY_1] und Projekt Adler" }],
            layers_active: expect.arrayContaining(["known-entities"]),
          });
      });

      test("the pool uses all lists that the request names, and no other list", async () => {
        const both = read(fields, await pool.sanitise(request(falke, adler)));
        expect(both.fields[0]?.text).toBe("Zu [KNOWN_ENTITY_1] und [KNOWN_ENTITY_2]");
        const none = read(fields, await pool.sanitise(bytes({ fields })));
        expect(none.fields[0]?.text).not.toContain("KNOWN_ENTITY");
      });

      test("the pool throws list_needed when the request names another version of a cached list", async () => {
        const { id, version } = falke;
        const next = request({ id, version: version + 1 });
        await expect(pool.sanitise(next)).rejects.toMatchObject({ code: "list_needed" });
      });

      test("the pool refuses a list with the box of another list, without repeating the content of the box", async () => {
        const other = boxedList({ kind: "deny", entries: [{ value: "Projekt Geheim" }] });
        const swapped = { ...other, box: falke.box, sealing_key_id: falke.sealing_key_id };
        await expect(pool.sanitise(request(swapped))).rejects.toMatchObject({
          code: "invalid_field",
          message: 'Field "lists" has a box that cannot be opened',
        });
        const { id, version } = other;
        const again = request({ id, version });
        await expect(pool.sanitise(again)).rejects.toMatchObject({ code: "list_needed" });
      });

      test("the pool does not replace a name that an allow list contains", async () => {
        const text = "Write to Ms Anna Weber";
        const allow = boxedList({
          kind: "allow",
          entries: [{ value: "Ms Anna Weber" }, { value: "Anna Weber" }],
        });
        const asked = [{ name: "a", text }];
        const body = bytes({ fields: asked, lists: [allow] });
        const [field] = read(asked, await pool.sanitise(body)).fields;
        expect(field).toMatchObject({ text, left: [{ type: "PERSON", reason: "list", count: 1 }] });
      });
    });

    describe("with findings of another engine", () => {
      const asked = [
        { name: "a", text: "xyzzy" },
        { name: "b", text: "plugh" },
      ];
      const body = bytes({ fields: asked });
      const finding = {
        start: 1,
        end: 5,
        type: "USERNAME",
        confidence: 0.5,
        recognizer: "other",
      } as const;
      const withExtras = (extras: PoolWork["extras"]) =>
        pool.sanitise(body, extras === undefined ? {} : { extras });

      test("the pool replaces the findings of another engine", async () => {
        const { fields } = read(asked, await withExtras([[], [finding]]));
        expect(fields.map(({ text }) => text)).toEqual(["xyzzy", "p[USERNAME_1]"]);
      });

      test.each<[string, PoolWork["extras"]]>([
        ["for a different number of fields", [[finding]]],
        ["beyond the end of a text", [[], [{ ...finding, end: 6 }]]],
        ["of length zero", [[{ ...finding, end: 1 }], []]],
        ["at a fractional offset", [[{ ...finding, start: 0.5 }], []]],
        ["without a numeric confidence", [[{ ...finding, confidence: Number.NaN }], []]],
        ["by an unknown recognizer", [[{ ...finding, recognizer: "Anna Weber" }], []]],
      ])("the pool fails when another engine's findings are %s", async (_case, extras) => {
        await expect(withExtras(extras)).rejects.toThrow();
      });
    });

    test("the pool does not detach the caller's buffer", async () => {
      const body = Buffer.from(bytes({ fields: [{ name: "a", text: "b" }] }));
      await pool.sanitise(body);
      expect(body.length).toBeGreaterThan(0);
      expect(pool.pending()).toBe(0);
    });
  });
}

export function bytes(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

function read(fields: SanitiseRequest["fields"], answer: Uint8Array): Sanitised {
  return sanitisedOf(fields, JSON.parse(new TextDecoder().decode(answer)));
}
