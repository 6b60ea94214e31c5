/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { createEngine } from "../engine.ts";
import { readList } from "../gazetteers/read-list.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import type { SanitisedField } from "./redaction.ts";
import { sanitiseFields } from "./sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });

/** Every 40th name of a list, because neighbors in the alphabet can be forms of one name. */
const namesOf = (list: string) => {
  const names = [...readList(`names/en/${list}`)].filter((_name, at) => at % 40 === 0).slice(0, 80);
  return names.map((name) => name.charAt(0).toUpperCase() + name.slice(1));
};
const GIVEN = namesOf("given");
const FAMILY = namesOf("family");

const at = fc.nat({ max: 79 });
const person = at.map((index) => `${GIVEN[index]} ${FAMILY[index]}`);
const surname = at.map((index) => `${FAMILY[index]}`);
/** Invented words, which no list of names has. */
const unlisted = fc.stringMatching(/^[BDGKQ][eoy][lnrt][bdgk][eo][nrst][kqz]$/);
const email = at.map((index) => `${GIVEN[index]}.${index}@post.example`.toLowerCase());
const iban = fc
  .integer({ min: 10_000_000, max: 99_999_999 })
  .map((account) => ibanOf(`WEST123456${account}`));
const PLAIN = [
  "Please go on.",
  "The tests pass, and the build takes two minutes.",
  "Which file should I change next?",
  "I have renamed the function and moved it to another module.",
];
/** Texts of turns. Most turns of a long history have no personal data. */
const turn = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...PLAIN) },
  person.map((name) => `I met Mr. ${name} yesterday, and he asked for a refund.`),
  fc.tuple(person, email).map(([name, address]) => `Write to ${name}: ${address}.`),
  surname.map((name) => `Then ${name} called again.`),
  iban.map((account) => `The account is ${account}.`),
);
const historyOf = (length: number) => fc.array(turn, { minLength: length, maxLength: length });
const history = fc.array(turn, { minLength: 1, maxLength: 12 });

describe("The earlier turns of a history that is sent again with later turns", () => {
  test("are the same bytes as before, if the later turns add no finding to them", () => {
    fc.assert(
      fc.property(history, history, (earlier, later) => {
        const before = sanitised(earlier);
        const after = sanitised([...earlier, ...later]).slice(0, earlier.length);
        fc.pre(sameJson(before.map(placesOf), after.map(placesOf)));
        expect(after).toEqual(before);
      }),
      { numRuns: 150 },
    );
  });

  test("have placeholders also for a name that only a later turn shows to be a name", () => {
    fc.assert(
      fc.property(unlisted, at, historyOf(3), historyOf(3), (name, index, earlier, later) => {
        const said = [`The folders ${name} are new.`, ...earlier];
        fc.pre(sanitised(said)[0]?.redactions.length === 0);
        const texts = [...said, `Name: ${GIVEN[index]} ${name}`, ...later];
        const written = sanitised(texts).map(({ text }) => text);
        expect(written.filter((text) => text.includes(name))).toEqual([]);
      }),
    );
  });

  test("keep at least 95% of their bytes up to the first difference, in histories of 200 turns", () => {
    // The seed is fixed, because a share of random histories could be lower by chance.
    const histories = fc.sample(historyOf(200), { numRuns: 6, seed: 1 });
    const shares = histories.flatMap((texts) => {
      const sent = LENGTHS.map((length) => sanitised(texts.slice(0, length)));
      return sent.slice(1).map((after, step) => sharedShare(sent[step] ?? [], after));
    });
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
    expect(mean).toBeGreaterThanOrEqual(0.95);
  });
});

/** The numbers of turns after which the history is sent. */
const LENGTHS = Array.from({ length: 20 }, (_, step) => (step + 1) * 10);

function sanitised(texts: readonly string[]): readonly SanitisedField[] {
  return sanitiseFields(engine, {
    fields: texts.map((text, index) => ({ name: `turn ${index}`, text })),
  }).fields;
}

/** Returns where findings are in a field, without their placeholders. */
function placesOf({ redactions }: SanitisedField): readonly unknown[] {
  return redactions.map(({ start, end, type }) => [start, end, type]);
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function sharedShare(before: readonly SanitisedField[], after: readonly SanitisedField[]): number {
  const textOf = (fields: readonly SanitisedField[]) => fields.map(({ text }) => text).join("\n");
  const [old, grown] = [textOf(before), textOf(after)];
  let shared = 0;
  while (shared < old.length && old[shared] === grown[shared]) shared++;
  return shared / old.length;
}

/** Returns a British IBAN with its check digits (ISO 13616). */
function ibanOf(account: string): string {
  const digits = [...`${account}GB00`].map((sign) => Number.parseInt(sign, 36)).join("");
  const check = 98n - (BigInt(digits) % 97n);
  return `GB${String(check).padStart(2, "0")}${account}`;
}
