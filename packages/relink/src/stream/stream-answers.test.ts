import { describe, expect, test } from "@jest/globals";
import { relinkAnswer } from "../relink-answer.ts";
import { createStreamRelinker } from "./stream-relinker.ts";

const ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Anna Weber" },
  { placeholder: "[PERSON_2]", value: "Jean-Luc O'Brien" },
  { placeholder: "[ORGANIZATION_1]", value: "Müller & Söhne GmbH" },
  { placeholder: "[EMAIL_1]", value: "anna.weber@web.example" },
  { placeholder: "[PHONE_1]", value: "+49 (30) 1234-567" },
  { placeholder: "[IBAN_1]", value: "DE89 3704 0044 0532 0130 00" },
  { placeholder: "[STREET_ADDRESS_1]", value: "Hauptstraße 5, 10115 Berlin" },
  { placeholder: "[DATE_OF_BIRTH_1]", value: "12.03.1984" },
  { placeholder: "[ID_NUMBER_1]", value: "A-4711/22" },
  { placeholder: "[URL_1]", value: "https://anna.example/cv" },
  { placeholder: "[IP_ADDRESS_1]", value: "10.11.12.13" },
];

/**
 * Answers of the kinds that assistants give, with the numbers of placeholders restored in a stream
 * and in a whole answer.
 */
const ANSWERS: readonly (readonly [
  kind: string,
  inStream: number,
  inWhole: number,
  lines: readonly string[],
])[] = [
  [
    "a letter",
    7,
    7,
    [
      "Dear [PERSON_1],",
      "",
      "thank you for your call on Monday. We have received [PERSON_2]'s documents and sent a copy",
      "to [STREET_ADDRESS_1]. The amount will be paid to [IBAN_1].",
      "",
      "If anything is unclear, call [PHONE_1] or write to [EMAIL_1].",
      "",
      "Kind regards,",
      "[PERSON_2]",
    ],
  ],
  [
    "a summary with headings, emphasis and lists",
    10,
    10,
    [
      "# Summary for [PERSON_1]",
      "",
      "**Parties**",
      "- **[PERSON_1]** (born [DATE_OF_BIRTH_1]), tenant",
      "- *[PERSON_2]*, for [ORGANIZATION_1]",
      "",
      "1. [PERSON_1] pays to `[IBAN_1]`",
      "   - reference: [ID_NUMBER_1]",
      "2. _[PERSON_2]_ confirms",
      "",
      "> [ORGANIZATION_1] will not accept cash!",
    ],
  ],
  [
    "a table",
    8,
    8,
    [
      "Here is the overview:",
      "",
      "| Name | Phone | Account |",
      "|------|:-----:|--------:|",
      "| [PERSON_1] | [PHONE_1] | [IBAN_1] |",
      "| [PERSON_2] | – | [ID_NUMBER_1] |",
      "",
      "Both work for [ORGANIZATION_1]: [PERSON_1] in Berlin, [PERSON_2] in Bonn.",
    ],
  ],
  [
    "JSON in a block of code",
    7,
    7,
    [
      "Here is the record of [PERSON_1]:",
      "",
      "```json",
      "{",
      '  "name": "[PERSON_1]",',
      '  "contact": { "email": "[EMAIL_1]", "phone": "[PHONE_1]" },',
      '  "accounts": ["[IBAN_1]"],',
      '  "employer": "works for [ORGANIZATION_1]"',
      "}",
      "```",
      "",
      "Tell me if [PERSON_2] is missing.",
    ],
  ],
  [
    "JSON only",
    5,
    5,
    [
      '{"people": [{"name": "[PERSON_1]", "email": "[EMAIL_1]"},',
      '{"name": "[PERSON_2]", "phones": ["[PHONE_1]"]}],"note":"ask [PERSON_1]"}',
    ],
  ],
  [
    "code",
    6,
    6,
    [
      "You could write it like this:",
      "",
      "```python",
      "rows = [('[PERSON_1]', '[DATE_OF_BIRTH_1]'), ('[PERSON_2]', None)]",
      "for i in range(len(rows)):",
      "    if rows[i][1] and len(rows) >= 2:",
      '        print(f"{rows[i][0]} <- {rows[i][1]}")  # [PERSON_1] first',
      "```",
      "",
      "It prints the row of [PERSON_1] and skips [PERSON_2].",
    ],
  ],
  [
    "a query and a shell command in a list",
    6,
    6,
    [
      "1. Look for the customer:",
      "   ```sql",
      "   SELECT * FROM customers WHERE name = '[PERSON_1]' AND iban = '[IBAN_1]';",
      "   ```",
      "2. Then, as [PERSON_2]:",
      "",
      "   ```sh",
      "   grep -n \"[ID_NUMBER_1]\" log.txt | sort > '[PERSON_1].txt'",
      "   ```",
      "",
      "3. Send the result to [EMAIL_1].",
    ],
  ],
  [
    "links, and text after them",
    4,
    6,
    [
      "See [the guide](https://docs.example/guide) or the [form][f], [PERSON_1].",
      "",
      "[f]: https://docs.example/form",
      "",
      "- [Part one](https://docs.example/1): for [PERSON_1]",
      "- [the file of [PERSON_2]](https://docs.example/2): ask [PERSON_1]",
      "- https://docs.example/3?q=1 is for [PERSON_2]",
      "",
      "![a chart](https://docs.example/c.png) of [PERSON_1]",
      "",
      "It is about [PERSON_1].",
    ],
  ],
  [
    "a mail with headers",
    7,
    7,
    [
      "From: [PERSON_1] <[EMAIL_1]>",
      "To: [PERSON_2]",
      "Subject: Re: [ID_NUMBER_1]",
      "",
      "Hello [PERSON_2],",
      "my site is [URL_1], and my server has the address [IP_ADDRESS_1].",
      "",
    ],
  ],
  [
    "placeholders as a model rewrites them",
    5,
    5,
    ["Dear [Person 1], \\[PERSON\\_2\\] and PERSON_1 met [person_2] (PERSON_2)."],
  ],
  [
    "HTML",
    3,
    5,
    [
      "```html",
      '<div class="card">',
      "  <p>[PERSON_1]<br>[STREET_ADDRESS_1]</p>",
      "</div>",
      "```",
      "",
      "<p>[PERSON_1]</p>",
      "<td>[PERSON_2]</td>",
      "",
      "The card shows <b>[PERSON_1]</b>.",
    ],
  ],
];

function restoredInStream(text: string): number {
  const stream = createStreamRelinker({ entries: ENTRIES });
  const sent = [...text].map((part) => stream.push(part)).join("") + stream.end();
  expect(sent.length).toBeGreaterThan(0);
  return stream.counts.restored;
}

describe("Answers as assistants give them", () => {
  test.each(ANSWERS)(
    "placeholders are restored in %s: %d in a stream, %d in the whole answer",
    (_kind, inStream, inWhole, lines) => {
      const text = lines.join("\n");
      const { restored } = relinkAnswer({
        form: "text",
        blocks: [text],
        entries: ENTRIES,
        hosts: [],
      });
      expect([restoredInStream(text), restored]).toEqual([inStream, inWhole]);
    },
  );
});
