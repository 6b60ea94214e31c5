/** @slow reads the models of names */
import { describe, expect, test } from "@jest/globals";
import { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";
import type { EntityListContent, EntityPolicy } from "@veil/contracts/sanitiser";
import fc from "fast-check";
import { createEngine } from "../engine.ts";
import type { Finding } from "../finding.ts";
import { compileEntityList } from "../lists/known-entities/compiled-list.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import { decideBy } from "../policy.ts";
import { sanitiseFields } from "../replace/sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });

interface Setting {
  readonly policy?: EntityPolicy;
  readonly list?: readonly string[];
}

function sanitised(text: string, { policy = {}, list = [] }: Setting = {}) {
  const content: EntityListContent = { kind: "allow", entries: list.map((value) => ({ value })) };
  const lists = list.length === 0 ? [] : [compileEntityList(content)];
  const { fields } = sanitiseFields(engine, { fields: [{ name: "a", text }], policy }, { lists });
  const [field] = fields;
  if (field === undefined) throw new Error("No field");
  return field;
}

const unredactedIn = (text: string, setting?: Setting) => sanitised(text, setting).left;

describe("Counts of findings that stay", () => {
  test("When findings stay by default, then they are counted by type, each place once", () => {
    expect(unredactedIn("Invoices of 3 May 2021 and 4 May 2021")).toEqual([
      { type: "DATE_TIME", reason: "default", count: 2 },
    ]);
  });

  test("When the policy keeps the type or the value of a finding, then the reason is policy", () => {
    expect(unredactedIn("Herr Koch in Bonn", { policy: { types: { LOCATION: false } } })).toEqual([
      { type: "LOCATION", reason: "policy", count: 1 },
    ]);
    expect(
      unredactedIn("Name: Anna Weber. Anna Weber rief an", { policy: { allow: ["anna weber"] } }),
    ).toEqual([{ type: "PERSON", reason: "policy", count: 2 }]);
  });

  test("When a list allows a value, then the reason is list, or policy if the policy allows it too", () => {
    const text = "Mein Name ist Anna Weber";
    expect(unredactedIn(text, { list: ["Anna Weber"] })).toEqual([
      { type: "PERSON", reason: "list", count: 1 },
    ]);
    expect(
      unredactedIn(text, { list: ["Anna Weber"], policy: { allow: ["Anna Weber"] } }),
    ).toMatchObject([{ reason: "policy" }]);
  });

  test("When the policy repeats the default, then the reason is default", () => {
    const policy = { types: { DATE_TIME: false } };
    expect(unredactedIn("on 3 May 2021", { policy })).toMatchObject([{ reason: "default" }]);
  });

  test("When a list allows a repeat of a replaced person, then the repeat is counted", () => {
    const setting = { list: ["Weber"] };
    const { text, left } = sanitised("Name: Sabine Weber\nDanach rief Weber an", setting);
    expect(text).toBe("Name: [PERSON_1]\nDanach rief Weber an");
    expect(left).toEqual([{ type: "PERSON", reason: "list", count: 1 }]);
  });
});

describe("Findings that are not counted", () => {
  test.each<[string, string, Setting]>([
    [
      "a finding below the threshold of its type",
      "Herr Koch in Bonn",
      {
        policy: { types: { LOCATION: false, PERSON: true }, thresholds: { LOCATION: 1 } },
      },
    ],
    ["a finding that a replacement covers", "born 3 May 1980, DOB: 05/03/1980", {}],
    [
      "a hard identifier, which is always replaced",
      "a@b.co",
      { policy: { types: { EMAIL: false } } },
    ],
    ["a value in a deny list", "am 3. Mai 2021", { policy: { deny: [{ value: "3. Mai 2021" }] } }],
    ["a text without findings", "Lorem ipsum", {}],
  ])("Nothing is counted for %s", (_case, text, setting) => {
    expect(unredactedIn(text, setting)).toEqual([]);
  });
});

const PIECES = [
  "Name: Anna Weber",
  "Herr Koch",
  "a@b.co",
  "Bonn",
  "3 May 2021",
  "Siemens AG",
  "https://host.example/",
  "10.0.0.1",
  "Hauptstraße 5, 10115 Berlin",
  "DOB: 05/03/1980",
  ". ",
  "\n",
  " and ",
];
const text = fc
  .array(fc.constantFrom(...PIECES), { maxLength: 10 })
  .map((pieces) => pieces.join(" "));
const types = fc.dictionary(
  fc.constantFrom<EntityType>(...ENTITY_TYPES.filter((type) => type !== "LITERAL")),
  fc.boolean(),
  { maxKeys: 6 },
);

test("For all texts and policies, every finding that overlaps no other is replaced or counted", () => {
  fc.assert(
    fc.property(text, types, (written, chosen) => {
      const policy = { types: chosen };
      const all = foundAtAll(written, policy);
      fc.pre(all.every(({ start }, at) => start >= (all[at - 1]?.end ?? 0)));
      const { redactions, left } = sanitised(written, { policy });
      const staying = all.filter(
        ({ start, end }) => !redactions.some((one) => one.start <= start && end <= one.end),
      );
      const counted = left.reduce((sum, { count }) => sum + count, 0);
      expect([counted, new Set(left.map(({ type }) => type))]).toEqual([
        staying.length,
        new Set(staying.map(({ type }) => type)),
      ]);
      for (const { type, reason } of left.filter((one) => one.type !== "LOCATION"))
        expect(reason).toBe(chosen[type] === false && !isDefault(type) ? "policy" : "default");
    }),
    { numRuns: 400 },
  );
});

/** Returns all findings above the threshold, regardless of the policy. */
function foundAtAll(written: string, policy: EntityPolicy): readonly Finding[] {
  const judge = decideBy(policy);
  const all: Finding[] = [];
  engine.find(written, {
    keep: (finding) => {
      if (judge(finding) !== "unsure") all.push(finding);
      return true;
    },
  });
  return all.sort((a, b) => a.start - b.start || a.end - b.end);
}

function isDefault(type: EntityType): boolean {
  return type === "ORGANIZATION" || type === "DATE_TIME";
}
