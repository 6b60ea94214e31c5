import { describeRecognizer } from "../recognizer.contract.ts";
import { age } from "./age.ts";

describeRecognizer(age, {
  hits: [
    "der Proband Sven Köhler, ⟦34⟧ Jahre, wohnhaft",
    "a ⟦65⟧-year-old man",
    "She is ⟦50⟧ years old.",
    "i'm ⟦54⟧ y/o.",
    "He retired at the age of ⟦72⟧",
    "aged ⟦65⟧",
    "Age: ⟦65⟧",
    '"age": ⟦65⟧,',
    "I just turned ⟦42⟧",
    "I'll turn ⟦23⟧.",
    "eine ⟦82⟧-jährige Patientin",
    "ein ⟦45⟧-j. Patient",
    "⟦49⟧jähr. Pat.",
    "Er ist ⟦65⟧ Jahre alt",
    "Alter: ⟦65⟧",
    "im Alter von ⟦5⟧ verstarb",
  ],
  misses: [
    "Table Two (12)",
    "Goethe Institut (2)",
    "an 18-year-old whisky",
    "nach 10-jähriger Erfahrung",
    "a 5 year plan",
    "turned 90 degrees",
    "aged 12 days",
    "max-age=60",
    "page 65",
    "age 2000",
    "Cache-Control: max-age: 30",
    "average: 65",
    "version 65",
    "aged 99.5",
  ],
});
