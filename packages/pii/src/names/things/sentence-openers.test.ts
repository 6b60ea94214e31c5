/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createEngine } from "../../engine.ts";
import type { Finding } from "../../finding.ts";
import { sanitiseFields } from "../../replace/sanitise-fields.ts";
import { createDocument } from "../../text/document.ts";
import { readBundledModels } from "../model/bundled-models.ts";
import { personsOnly } from "./person-or-thing.ts";
import { wordFacts } from "./word-facts.ts";

const models = readBundledModels();
const engine = createEngine({ names: models });
const facts = wordFacts(models, "en");

function sanitised(text: string): string | undefined {
  return sanitiseFields(engine, { fields: [{ name: "text", text }] }).fields[0]?.text;
}

/** Verbs that are also given names. */
const VERBS =
  "Bill Grant Chase Bump Frank Drew Sue Jack Pat Mark Skip Rob Peg Trace Wade Pierce Lance Chip Buck Chuck Harry Stew Rip Flip Tuck Cash Rush Tag Page Ward Max Flip Reed Nick Bob Carol".split(
    " ",
  );
/** Objects that can follow each verb at the start of a sentence. */
const OBJECTS = [
  "the report before Friday.",
  "it and send the rest.",
  "this page first.",
  "up the old list.",
  "my account by Monday.",
];

describe("A verb that is also a given name is not a person before its object", () => {
  test.each(OBJECTS)("no verb is a person before: %s", (object) => {
    const texts = VERBS.map((verb) => `${verb} ${object}`);
    expect(texts.filter((text) => sanitised(text) !== text)).toEqual([]);
  });

  test.each([
    "Mark the ticket as done. Will the build pass? Skip the intro.",
    "Grant the user read access.",
    "Drew the diagram, then left.",
    "Jack up the price by 2 %.",
    "Bump to release 2.0",
    "Bump lodash from 4.17.20 to 4.17.21",
    "Bump dependencies.",
    "Mark 3 tickets as done.",
    "- Bill the customer",
    "- [x] Chase the invoice",
    "* Mark the ticket as done",
    "1. Grant the user read access",
    "a) Bill the customer",
    "## Chase the invoice",
    "## Grant the User Access",
    "> Sue the vendor.",
    "fix: Bump the version",
    "feat(api): Grant the admin role",
    "a1b2c3d Bump the version",
    "PROJ-12 Page the on-call engineer",
    "[WIP] Trace the request",
    "Step 2: Bill the customer",
    "Step 3 - Grant the user access",
    "Next, Mark the ticket as done.",
    '"Bill the customer," it says.',
    "(Chase the invoice first.)",
    "**Bill the customer**",
    "| open | Bill the customer |",
    '{"title":"Bill the customer"}',
    "<li>Bill the customer</li>",
    "Bill the customer who called.",
    "Grant the user that is new a role.",
    "Koch die Suppe auf und würze sie.",
    "Pack die Tasche und das Zelt ein.",
    "Reich mir die Unterlagen bitte.",
    "Merk dir den Termin am Montag.",
    "- Koch die Nudeln nicht zu lange",
  ])("the verb stays in %s", (text) => {
    expect(sanitised(text)).toBe(text);
  });
});

describe("A noun that is also a given name is not a person before words that belong to it", () => {
  test.each([
    "Dean of the faculty will decide.",
    "Bill of lading attached.",
    "Jack of all trades.",
    "Ray of light.",
    "Grant applications are due on Friday.",
    "Bill payments are late.",
    "Ray tracing is slow.",
    "Grant permissions to the new user.",
    "Rose petals and Lily pads",
    "An Art Director and a Grant Writer are wanted; a Frank Answer is welcome.",
    "Ernst der Lage beachten.",
    "The editor saves Rich Text and Plain Text.",
  ])("the noun stays in %s", (text) => {
    expect(sanitised(text)).toBe(text);
  });
});

/** The rest of a sentence whose first word is a person. */
const DOINGS = [
  "called the customer.",
  "told us the price.",
  "the plumber called about the leak.",
  "my neighbor has the key.",
  "and I met the vendor.",
  "signed the contract and left.",
];
const NAMES = [...VERBS, ..."Anna Peter Laura Thomas Kevin Susan Olivia Ahmed Fatima".split(" ")];

describe("A person at the start of a sentence is found although the name could be a verb", () => {
  test.each(DOINGS)("every name is a person before: %s", (doing) => {
    const removed = NAMES.filter((name) => {
      const span = { start: 0, end: name.length, confidence: 0.6 };
      const person: Finding = { ...span, type: "PERSON", recognizer: "names-en" };
      return personsOnly(createDocument(`${name} ${doing}`, "en"), [person], facts).length === 0;
    });
    expect(removed).toEqual([]);
  });

  test.each([
    ["Grant said the invoice is late.", "Grant"],
    ["Mark, please close the ticket.", "Mark"],
    ["Bill pays the rent on Friday.", "Bill"],
    ["Grant needs access to the repo.", "Grant"],
    ["Chase sent the invoice.", "Chase"],
    ["Drew forgot the meeting.", "Drew"],
    ["Jack up on the third floor has it.", "Jack"],
    ["Sue at the front desk knows.", "Sue"],
    ["Grant from accounting said so.", "Grant"],
    ["Bill to send the contract by Friday.", "Bill"],
    ["- Bill will call the customer", "Bill"],
    ["1. Mark sends the invoice", "Mark"],
    ["fix: Bill reported that the login fails", "Bill"],
    ["Ask Bill the price.", "Bill"],
    ["Tell Mark the news.", "Mark"],
    ["Give Grant the user guide.", "Grant"],
    ["Hi Mark, the ticket is done.", "Mark"],
    ["Dear Frank,\nthe letter is here.", "Frank"],
    ["Mr. Chase the invoice is late.", "Chase"],
    ["Mark Twain the author wrote it.", "Mark Twain"],
    ["Bill Gates the founder spoke.", "Bill Gates"],
    ["Sue Weber a nurse called.", "Sue Weber"],
    ["Grant Anna access to the repo.", "Anna"],
    ["Page Anna if it breaks.", "Anna"],
    ["Anna the accountant from Leeds", "Anna"],
    ["- Tom the gardener", "Tom"],
    ["Bill the customer on Friday. Bill called him.", "Bill called"],
    ["Koch sagte, die Suppe ist kalt.", "Koch"],
    ["Herr Koch die Suppe ist kalt.", "Koch"],
    ["Anna die Ärztin rief an.", "Anna"],
  ])("in %s the person is found: %s", (text, name) => {
    expect(sanitised(text)).not.toContain(name);
  });
});

const SOFTWARE =
  "Cassandra Jasper Julia Travis Clair Hudson Ray Jaeger Falco Zeek Presto Luigi".split(" ");

describe("Software with a given name is not a person where software is used", () => {
  test.each([
    ["We use ", " in production."],
    ["They run ", " on Kubernetes."],
    ["Do you deploy Kafka, ", " and Redis in our cluster?"],
    ["Wir verwenden ", " in Produktion."],
    ["Wir setzen ", " produktiv ein."],
  ])("no software X is a person in: %sX%s", (before, behind) => {
    const texts = SOFTWARE.map((name) => before + name + behind);
    expect(texts.filter((text) => sanitised(text) !== text)).toEqual([]);
  });

  test("software stays in a list that begins with Apache Kafka", () => {
    expect(sanitised("Apache Kafka and Cassandra")).toBe("Apache Kafka and Cassandra");
  });

  test.each([
    ["I met ", " in production."],
    ["We need ", " in production."],
    ["Ask ", " in production."],
    ["Wir trafen ", " in der Produktion."],
  ])("persons such as Anna are found in: %sAnna%s", (before, behind) => {
    const names = ["Anna", "Julia", "Jasper", "Laura", "Thomas"];
    const texts = names.map((name) => before + name + behind);
    expect(texts.filter((text) => sanitised(text) === text)).toEqual([]);
  });
});
