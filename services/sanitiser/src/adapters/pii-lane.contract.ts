import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { SanitiseResponse } from "@veil/contracts/sanitiser";
import { canaryBody, isCanaryMasked } from "../domain/canary.ts";
import type { PiiLane } from "../ports.ts";

/** What every PiiLane must do. */
export function describePiiLane(name: string, open: () => PiiLane): void {
  describe(`PiiLane: ${name}`, () => {
    let lane: PiiLane;
    beforeAll(() => {
      lane = open();
    });
    afterAll(() => lane.close());

    const ask = async (...texts: string[]): Promise<SanitiseResponse> => {
      const fields = texts.map((text, index) => ({ name: `f${index}`, text }));
      return read(await lane.sanitise(bytes({ fields })));
    };

    test("gives one value one placeholder over all fields, and names what it did", async () => {
      const { fields, layers_active } = await ask("Mail ann@example.org", "ann@example.org again");
      expect(fields.map(({ text }) => text)).toEqual(["Mail [EMAIL_1]", "[EMAIL_1] again"]);
      expect(fields[0]?.redactions).toEqual([
        expect.objectContaining({ start: 5, end: 20, placeholder: "[EMAIL_1]", type: "EMAIL" }),
      ]);
      expect(layers_active).toEqual(["patterns", "names"]);
    });

    test("keeps odd Unicode to the letter", async () => {
      const text = "a\ud800b \u0000 \u202e 👩‍👩‍👧 $& ann@example.org";
      const { fields } = await ask(text);
      expect(fields[0]?.text).toBe(text.replace("ann@example.org", () => "[EMAIL_1]"));
    });

    test("serves many at once without mixing them up", async () => {
      const numbers = Array.from({ length: 50 }, (_, index) => index);
      const answers = await Promise.all(numbers.map((n) => ask(`${n}: user${n}@example.org`)));
      expect(answers.map(({ fields }) => fields[0]?.text)).toEqual(
        numbers.map((n) => `${n}: [EMAIL_1]`),
      );
    });

    test("masks the canary in both languages", async () => {
      expect(isCanaryMasked(await lane.sanitise(canaryBody))).toBe(true);
    });

    test.each([
      ["{", "invalid_json"],
      [Buffer.from([0x22, 0xff, 0x22]), "invalid_json"],
      ["{}", "missing_field"],
      ['{"fields":[]}', "invalid_field"],
      ['{"fields":[{"name":"a"}]}', "invalid_field"],
      ['{"fields":[{"name":"a","text":"b"}],"language":"fr"}', "invalid_field"],
      ['{"fields":[{"name":"a","text":"b","customer_id":"c"}]}', "invalid_field"],
    ])("refuses %j with %s", async (body, code) => {
      const expected = code === "invalid_field" ? /^(invalid|missing)_field$/ : code;
      const refused = expect.objectContaining({ code: expect.stringMatching(expected) });
      await expect(lane.sanitise(Buffer.from(body))).rejects.toEqual(refused);
    });

    test("does not take the bytes away from the one who gave them", async () => {
      const body = Buffer.from(bytes({ fields: [{ name: "a", text: "b" }] }));
      await lane.sanitise(body);
      expect(body.length).toBeGreaterThan(0);
      expect(lane.pending()).toBe(0);
    });
  });
}

export function bytes(body: object): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body));
}

export function read(answer: Uint8Array): SanitiseResponse {
  return JSON.parse(new TextDecoder().decode(answer)) as SanitiseResponse;
}
