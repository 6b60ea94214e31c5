import { describeRecognizer } from "../../recognizer.contract.ts";
import { streetPhraseDe } from "./street-phrase-de.ts";

describeRecognizer(streetPhraseDe, {
  hits: [
    "ich wohne am ⟦Markt 4⟧ in 99423 weimar",
    "wohnt ⟦In der Au 7⟧, 80331 München",
    "Adresse: ⟦Straße des 17. Juni 135⟧, 10623 Berlin",
    "bei mir, ⟦Auf dem Hügel 9⟧, 53121 Bonn",
    "Er wohnt ⟦Reeperbahn 101⟧.",
    "wohnt in der ⟦Reeperbahn 101⟧",
    "Anschrift: ⟦Zur Schönen Aussicht 2⟧",
    "Karl, ⟦Hinter der Kirche 5⟧, 31134 Hildesheim",
    "⟦Reeperbahn 101⟧\n20359 Hamburg",
    "⟦Q7, 24⟧, 68159 Mannheim",
    "⟦Q7,24⟧\n68159 Mannheim",
  ],
  misses: [
    "Im Januar 12, 10115 Berlin",
    "Er lebt in Altstadt 12 Jahre",
    "Q7, 24 und mehr",
    "Mannheim, Q7, 24 % mehr",
    "Auf dem Weg 9",
    "wohnt Zimmer 5",
    "Er wohnt seit 2019 hier",
    "Im Jahr 2020 Berlin",
    "Kapitel 5, 10623 Berlin",
    "Windows 11, 1000 Euro",
    "In der Version 3",
    "wohnt im Haus mit 3 Zimmern",
  ],
});
