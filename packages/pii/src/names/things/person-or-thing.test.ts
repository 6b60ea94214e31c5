/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "../../engine.ts";
import type { Finding, Language } from "../../finding.ts";
import { namesOfThings } from "../../gazetteers/things.ts";
import { createDocument } from "../../text/document.ts";
import { readBundledModels } from "../model/bundled-models.ts";
import { personsOnly } from "./person-or-thing.ts";
import { wordFacts } from "./word-facts.ts";

const models = readBundledModels();
const engine = createEngine({ names: models });

function personsIn(text: string, language?: Language): readonly string[] {
  return engine
    .find(text, language === undefined ? {} : { language })
    .filter(({ type }) => type === "PERSON")
    .map(({ start, end }) => text.slice(start, end));
}

describe("Names of things are not persons", () => {
  test.each([
    "Explain the Hilbert space and Dijkstra's algorithm.",
    "Our pipeline runs on Jenkins, Gradle and Kubernetes.",
    "Is the Dow Jones an index of prices?",
    "I would like a Caesar salad with Parmesan.",
    "My clematis 'Nelly Moser' has brown leaves.",
    "Which was worse, storm Lothar or hurricane Katrina?",
    "Ist der Satz von Rolle ein Spezialfall?",
    "Im Jahr 44 v. Chr. endete die Republik.",
    "Erkläre die Norton-Skala und den Babinski-Reflex.",
    "Sprechen die Finnen und die Esten Dänisch?",
    "Ich mische Mehl, Möhren, Kohlrabi und Sellerie.",
    "Was kostet ein Wasserhahn von Grohe?",
    "Erkläre Schrödingers Katze und Laplaces Dämon.",
    "Wir üben die Ouvertüre zu Figaros Hochzeit.",
    "Occam's razor, Hume's fork and Pascal's wager",
    "Compare the Cocker Spaniel, the Border Collie and the Magyar Vizsla.",
    "Which characters are best in Mario Kart?",
    "A poster of a Mona Lisa with headphones",
    "Im April sehe ich Mizar, Alcor und Beteigeuze.",
  ])("no person is found in %s", (text) => {
    expect(personsIn(text)).toEqual([]);
  });
});

describe("Persons who are named like things are found", () => {
  test.each([
    ["Please call Mr. Java tomorrow.", "Java"],
    ["Herr Jenkins hat gekündigt.", "Jenkins"],
    ["Anna Python schrieb mir gestern.", "Anna Python"],
    ["Frau Grohe wohnt nebenan.", "Grohe"],
    ["Dear Jasmine,\nthank you for the flowers.", "Jasmine"],
    ["Patient: Tom Collins, 44, comes back on Monday.", "Tom Collins"],
    ["Tom Collins asked for a refund.", "Tom Collins"],
    ["Best regards,\nKelvin Hilbert", "Kelvin Hilbert"],
    ["Mr Murphy signed it.", "Murphy"],
    ["Taylor-Wood agreed to the terms.", "Taylor-Wood"],
    ["Can Hartsell-Gundy sign it?", "Hartsell-Gundy"],
    ["Die Rechnung hat Becker-Lang freigegeben.", "Becker-Lang"],
    ["I gave Anna Weber flowers for her birthday.", "Anna Weber"],
    ["My neighbour handed the Sarah Klein tomatoes.", "Sarah Klein"],
    ["Send Miller flowers and tell Lewis numbers.", "Miller|Lewis"],
    ["Can you forward Wilson test results by Friday?", "Wilson"],
    ["Teilnehmer sind Linda, Annabelle und Gala.", "Linda|Annabelle|Gala"],
    ["The Obama administration is a topic of its own.", "Obama"],
  ])("in %s the person is found: %s", (text, name) => {
    expect(personsIn(text).join("|")).toContain(name);
  });
});

describe("A name in the list of things is a person after a title, a label, a greeting or a given name", () => {
  test.each([
    ["en", "Ask Mr. ", " about it."],
    ["de", "Ich habe Herrn ", " gefragt."],
    ["en", "Customer: ", "\nPhone: unknown"],
    ["en", "Dear ", ",\nthank you."],
    ["de", "Mein Name ist ", "."],
  ] as const)("(%s) no listed name is removed after %j", (language, before, after) => {
    const facts = wordFacts(models, language);
    const removed = namesOfThings().filter((name) => {
      const text = `${before}${name}${after}`;
      const person = personAt(before.length, name.length);
      return personsOnly(createDocument(text), [person], facts).length === 0;
    });
    expect(
      removed.filter(
        (name) => !/^(?:oetker|pepper|martens|hauschka|clean|muscle|proper)$/.test(name),
      ),
    ).toEqual([]);
  });

  test("no listed name is removed after a given name", () => {
    const removed = namesOfThings().filter((name) => {
      if (/[^\p{L}]/u.test(name)) return false;
      const text = `I met Anna ${name} yesterday.`;
      return (
        personsOnly(createDocument(text), [personAt(6, name.length + 5)], wordFacts(models, "en"))
          .length === 0
      );
    });
    expect(removed).toEqual([]);
  });
});

test("When a genitive such as Schrödingers has very low confidence and theories are named after that person, then it is not a person, but with a higher confidence it is", () => {
  const text = "Was ist Schrödingers Katze?";
  const facts = wordFacts(models, "de");
  const found = (confidence: number) => [{ ...personAt(8, 12), confidence }];
  expect(personsOnly(createDocument(text), found(0.04), facts)).toEqual([]);
  expect(personsOnly(createDocument(text), found(0.3), facts)).toEqual(found(0.3));
});

function personAt(start: number, length: number): Finding {
  return { start, end: start + length, type: "PERSON", confidence: 0.5, recognizer: "names-en" };
}
