import { expect, test } from "@jest/globals";
import { createDocument } from "../../text/document.ts";
import { findMessageSegments } from "./message-segments.ts";

function values(text: string): string[] {
  return findMessageSegments(createDocument(text, "en")).map(
    ({ start, end, type }) => `${type} ${text.slice(start, end)}`,
  );
}

test.each([
  [
    "PID|1||PATID1234^5^M11||JONES^WILLIAM^A||19610615|M||2106-3|1200 N ELM STREET^^GREENSBORO^NC|GL|(919)379-1212",
    [
      "ID_NUMBER PATID1234^5^M11",
      "PERSON JONES^WILLIAM^A",
      "DATE_OF_BIRTH 19610615",
      "STREET_ADDRESS 1200 N ELM STREET^^GREENSBORO^NC",
      "PHONE (919)379-1212",
    ],
  ],
  [
    "NM1*IL*1*DOE*JOHN*T***MI*123456789A~N3*236 N MAIN ST~N4*MIAMI*FL*33413~DMG*D8*19430501*M~",
    [
      "PERSON DOE",
      "PERSON JOHN",
      "ID_NUMBER 123456789A",
      "STREET_ADDRESS 236 N MAIN ST",
      "LOCATION MIAMI",
      "POSTAL_CODE 33413",
      "DATE_OF_BIRTH 19430501",
    ],
  ],
  [
    "NAD+BY+4012345000009::9++Hans Lehmann+Kirchweg 12+Ulm++89073+DE'",
    ["PERSON Hans Lehmann", "STREET_ADDRESS Kirchweg 12", "LOCATION Ulm", "POSTAL_CODE 89073"],
  ],
  [
    "BEGIN:VCARD\nN:Winter;Frank;;Dr.;\nADR;TYPE=HOME:;;Am Waldrand 3;Murnau;;82418;Germany\nBDAY:19710304\nEND:VCARD",
    [
      "PERSON Winter",
      "PERSON Frank",
      "DATE_OF_BIRTH 19710304",
      "STREET_ADDRESS Am Waldrand 3",
      "LOCATION Murnau",
      "POSTAL_CODE 82418",
    ],
  ],
])("finds the personal fields of the segments in %j", (text, expected) => {
  expect(values(text)).toEqual(expected);
});

test.each([
  "RAPID|1|2|3456",
  "N:Winter;Frank",
  "PID|||||",
  "N3*N4*",
  "x NM1*IL*1*DOE",
  "PID 4412|a",
])("finds no personal field in %j", (text) => {
  expect(values(text)).toEqual([]);
});
