import { expect, test } from "@jest/globals";
import type { Finding } from "../finding.ts";
import { refinePersons } from "./refine-persons.ts";

function refined(marked: string, type: Finding["type"] = "PERSON", confidence = 0.9): string[] {
  const start = marked.indexOf("⟦");
  const end = marked.indexOf("⟧") - 1;
  const text = marked.replace(/[⟦⟧]/g, "");
  const found: Finding = { start, end, type, confidence, recognizer: "names-en" };
  return refinePersons(text, [found]).map((it) => `${it.type} ${text.slice(it.start, it.end)}`);
}

test.each([
  ["⟦Anna Petrović⟧ (29) sprach", ["PERSON Anna Petrović", "AGE 29"]],
  ["Hr. ⟦Blum⟧ (54), Zeuge", ["PERSON Blum", "AGE 54"]],
  ["⟦Karl Weber⟧, 54, aus Gera", ["PERSON Karl Weber", "AGE 54"]],
  ["⟦Petra Sommer⟧, Jahrgang 1968, arbeitet", ["PERSON Petra Sommer", "AGE 1968"]],
  ["⟦Blum⟧ (54)", ["PERSON Blum"]],
  ["⟦Anna Blum⟧ (2)", ["PERSON Anna Blum"]],
  ["⟦Anna Blum⟧ (2019)", ["PERSON Anna Blum"]],
  ["⟦Anna Blum⟧, 54 Euro", ["PERSON Anna Blum"]],
  ["the ⟦Petitioner⟧ and", []],
  ["⟦CLAIMANT⟧ avers", []],
  ["Frau ⟦Käufer⟧ kommt", ["PERSON Käufer"]],
  ["the Canon 5D ⟦Mark II⟧", []],
  ["⟦Lotus Mark IV⟧", []],
  ["⟦Mark Ivory⟧", ["PERSON Mark Ivory"]],
  ["⟦Fedora Silverblue⟧", []],
  ["⟦Jammy Jellyfish⟧", []],
])("The person marked in %j is refined to %j", (marked, expected) => {
  expect(refined(marked)).toEqual(expected);
});

test("When a person was found with a low confidence, then no age is read after the name", () => {
  expect(refined("⟦Anna Blum⟧ (29)", "PERSON", 0.5)).toEqual(["PERSON Anna Blum"]);
});

test.each([
  ["Dear ⟦Mr Field⟧,", ["PERSON Mr Field"]],
  ["⟦Dr. Oetker⟧", ["ORGANIZATION Dr. Oetker"]],
  ["⟦Field GmbH⟧", ["ORGANIZATION Field GmbH"]],
])(
  "When an organization consists of a form of address and a surname, then it is a person: %j",
  (marked, expected) => {
    expect(refined(marked, "ORGANIZATION")).toEqual(expected);
  },
);
