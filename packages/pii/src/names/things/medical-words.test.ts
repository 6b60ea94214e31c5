/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import type { Finding } from "../../finding.ts";
import { createDocument } from "../../text/document.ts";
import { readBundledModels } from "../model/bundled-models.ts";
import { personsOnly } from "./person-or-thing.ts";
import { wordFacts } from "./word-facts.ts";

const facts = wordFacts(readBundledModels(), "de");

/** Returns what is left of the name in angle brackets if it was found as the given type. */
function left(marked: string, type: "PERSON" | "LOCATION" = "PERSON"): readonly string[] {
  const start = marked.indexOf("<");
  const end = marked.indexOf(">") - 1;
  const text = marked.replace(/[<>]/g, "");
  const finding: Finding = { start, end, type, confidence: 0.5, recognizer: "names-de" };
  return personsOnly(createDocument(text), [finding], facts)
    .filter((one) => one.type === type)
    .map((one) => text.slice(one.start, one.end));
}

describe("Medical terms that the model finds as persons or places are removed", () => {
  test.each([
    "Diagnosen: <Gonarthrose> links",
    "Schwäche der Beine und <Gangataxie>",
    "Fortbestehender <Nikotinabusus> von 30 Zigaretten",
    "Memantin <Ebixa> 10 1-0-0",
    "<Fantasil> forte 80 mg 1-0-1",
    "erhielt <Methylprednisolon> für drei Tage",
    "Tag 21, wobei <Gemzar> wegen der Neutropenie",
    "Der linke <Herzzwerchfellwinkel> ist frei",
    "über die <Fossa> ischiorectalis",
    "Z.n. <Segmentresektion VI> und VIII",
    "ggf. <Emmert> Plastik",
    "Patient aus der <Neurochirurgie>",
    "<Kleines> Blutbild und Gerinnung",
    "Helge Klabauter <Urologe>",
    "Milz und <Leber>, LDH und GOT normal",
    "Kirche <St. Peter> im Walde",
    "Rehabilitationskrankenhaus St. <Peter> im Walde",
  ])("nothing is left of the person in %s", (text) => {
    expect(left(text)).toEqual([]);
  });

  test.each(["Kombination aus <Oxaliplatin> und 5-FU", "Herde (<Lungenfiliae>)"])(
    "nothing is left of the place in %s",
    (text) => {
      expect(left(text, "LOCATION")).toEqual([]);
    },
  );
});

describe("Persons among medical terms are kept", () => {
  test.each([
    "Frau <Gonarthrose> kommt um neun.",
    "<Dipin> kommt um neun.",
    "Gestern rief <Platin> an.",
    "Herr <Leber> bekommt Ramipril.",
    "<Gerodlsauer> bekam Pantoprazol 40 mg.",
    "<Gerodlsauer> 20 mg Ramipril geben.",
    "<Gerodlsauer> Fraktur, dann Weber",
    "<Gerodlsauer Gonarthrose> 9:00",
    "<Weber> 20 mg",
    "OP-Plan: <Schneider> Plastik, dann Huber.",
    "<Politis> rief an",
    "Dr. <Emmert> hat operiert.",
    "<Marija> 1-0-1",
    "<Anna Thoraxon> kommt",
    "<Kleine> Anfrage von gestern",
    "Frau St. <John> kam zur Kontrolle.",
    "<Jill St. John> kam zur Kontrolle.",
    "Jill St. <John> kam zur Kontrolle.",
  ])("the person is kept in %s", (text) => {
    expect(left(text)).toEqual([/<(.+)>/.exec(text)?.[1]]);
  });

  test("A place that is not a medical term is kept", () => {
    expect(left("im Raum <Ulm>, LDH 200", "LOCATION")).toEqual(["Ulm"]);
  });
});
