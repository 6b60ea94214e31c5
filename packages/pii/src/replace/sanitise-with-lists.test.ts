/** @slow reads the name models */
import { expect, test } from "@jest/globals";
import type { EntityListContent, EntityPolicy } from "@veil/contracts/sanitiser";
import { createEngine } from "../engine.ts";
import { compileEntityList } from "../lists/known-entities/compiled-list.ts";
import { readBundledModels } from "../names/model/bundled-models.ts";
import { sanitiseFields } from "./sanitise-fields.ts";

const engine = createEngine({ names: readBundledModels() });

interface Setting {
  readonly policy?: EntityPolicy;
  readonly lists?: readonly EntityListContent[];
}

function outputs({ policy = {}, lists = [] }: Setting, ...texts: string[]): string[] {
  const fields = texts.map((text, index) => ({ name: `f${index}`, text }));
  const compiled = lists.map((list) => compileEntityList(list));
  const answer = sanitiseFields(engine, { fields, policy }, { lists: compiled });
  return answer.fields.map(({ text }) => text);
}

const falke = { kind: "deny", entries: [{ value: "Projekt Falke" }] } as const;

test("When a value is on a deny list, then it is replaced, even if it is obfuscated", () => {
  expect(
    outputs(
      { lists: [{ kind: "deny", entries: [...falke.entries] }] },
      "Zu PROJEKT FALKE",
      "Projekt&#32;Falke",
    ),
  ).toEqual(["Zu [KNOWN_ENTITY_1]", "[KNOWN_ENTITY_2]"]);
});

test("When the policy denies a value, then it is replaced with its type, even if the policy keeps that type", () => {
  const policy = {
    types: { ORGANIZATION: false },
    deny: [{ value: "Acme" }, { value: "Initech", type: "ORGANIZATION" }],
  } as const;
  expect(outputs({ policy: { ...policy, deny: [...policy.deny] } }, "Acme und Initech")).toEqual([
    "[KNOWN_ENTITY_1] und [ORGANIZATION_1]",
  ]);
});

test("When the policy enables a type that is not replaced by default, then its values are replaced", () => {
  const text = "I am Mrs Margaret Holloway and work for Initech Ltd.";
  expect(outputs({}, text)).toEqual(["I am [PERSON_1] and work for Initech Ltd."]);
  expect(outputs({ policy: { types: { ORGANIZATION: true } } }, text)).toEqual([
    "I am [PERSON_1] and work for [ORGANIZATION_1].",
  ]);
});

test("When the policy or a list allows a value, then a finding that equals the value stays, but not a longer one", () => {
  const lists: EntityListContent[] = [
    { kind: "allow", entries: [{ value: "Frau Anna Weber" }, { value: "Anna Weber" }] },
  ];
  const text = "Mein Name ist Anna Weber. Grüße an Herrn Koch und Herrn Otto Koch";
  expect(outputs({ policy: { allow: ["koch"] }, lists }, text)).toEqual([
    "Mein Name ist Anna Weber. Grüße an Herrn Koch und Herrn [PERSON_1]",
  ]);
});

test("When a value is both denied and allowed, then it is replaced", () => {
  const policy: EntityPolicy = { allow: ["Projekt Falke"] };
  expect(
    outputs({ policy, lists: [{ kind: "deny", entries: [...falke.entries] }] }, "Projekt Falke"),
  ).toEqual(["[KNOWN_ENTITY_1]"]);
});

test("When a hard identifier is allowed, then it is still replaced", () => {
  expect(
    outputs(
      { policy: { allow: ["info@example.org"], types: { EMAIL: false } } },
      "info@example.org",
    ),
  ).toEqual(["[EMAIL_1]"]);
});

test("When a listed person has another spelling in the text, then both spellings share a placeholder", () => {
  const lists: EntityListContent[] = [
    { kind: "deny", entries: [{ value: "Hans Meyer", type: "PERSON" }] },
  ];
  expect(outputs({ lists }, "Hans Meyer kam. Dann ging Hans Maier.")).toEqual([
    "[PERSON_1] kam. Dann ging [PERSON_1].",
  ]);
});

test("When a name is found, then its spelling variants are found too, but not nouns that sound similar", () => {
  expect(
    outputs({}, "Sehr geehrter Herr Hans Meyer, was Maier am Meer und an der Mauer sah"),
  ).toEqual(["Sehr geehrter Herr [PERSON_1], was [PERSON_1] am Meer und an der Mauer sah"]);
});

test("When there are deny entries, then the response lists the known-entities layer", () => {
  const fields = [{ name: "a", text: "b" }];
  const layers = (policy: EntityPolicy) => sanitiseFields(engine, { fields, policy }).layers_active;
  expect(layers({ deny: [{ value: "Acme" }] })).toEqual(["patterns", "names", "known-entities"]);
  expect(layers({ allow: ["Acme"] })).toEqual(["patterns", "names"]);
});
