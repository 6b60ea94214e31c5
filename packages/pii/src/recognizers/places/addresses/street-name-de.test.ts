import { describeRecognizer } from "../../recognizer.contract.ts";
import { streetNameDe } from "./street-name-de.ts";

describeRecognizer(streetNameDe, {
  hits: [
    "die ⟦Kirnitzschtalstraße⟧ zwischen",
    "auf der ⟦Emmericher Straße⟧ (L4)",
    "Er wohnt in der ⟦Lange Straße⟧.",
    "⟦Konrad-Adenauer-Straße⟧",
    "⟦Goethestrasse⟧, Basel",
    "⟦Kurze Strasse⟧ und ⟦Goethestraße⟧ und ⟦Lange Straße⟧",
  ],
  misses: [
    "auf der Bundesstraße",
    "auf der Straße",
    "Diese Straße",
    "eine Einbahnstraße",
    "straßenbahn",
    "Goethestraßenfest",
    "die neue Straße",
    "Datenstraße",
    "eine Terrasse am Floß",
    "GOETHESTRAßE und Goethetraße, Goethestaße, Goethe-ße",
  ],
});
