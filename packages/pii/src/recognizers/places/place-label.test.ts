import { describeRecognizer } from "../recognizer.contract.ts";
import { placeLabel } from "./place-label.ts";

describeRecognizer(placeLabel, {
  hits: [
    "City: ⟦Leeds⟧",
    "Name: Anna\nWohnort: ⟦Gingen an der Fils⟧\nTel",
    '{"country": "⟦Austria⟧"}',
    "**Geburtsort:** ⟦Klagenfurt⟧",
    "Place of birth: ⟦San José⟧, Costa Rica",
    "hometown: ⟦leeds⟧\n",
  ],
  misses: [
    "state: true",
    "state: useState(0)",
    "state: pending",
    "country: string;",
    "capacity: Large",
    "ort: 12",
    "const city: CityName = x",
    "where: { id }",
    "State: the machine stops here",
    "velocity: Fast",
  ],
});
