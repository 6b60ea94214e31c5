/**
 * The placeholders and values with which `MANGLINGS` are restored. `MANGLINGS` lists how models
 * rewrite placeholders, each with the text after restoring. Every reader of placeholders uses this
 * table, and so does the sanitiser, which must protect such text.
 */
export const MANGLED_ENTRIES = [
  { placeholder: "[PERSON_1]", value: "Ann" },
  { placeholder: "[PERSON_10]", value: "Bob" },
  { placeholder: "[EMAIL_1]", value: "a@b.co" },
  { placeholder: "[DATE_OF_BIRTH_1]", value: "1.2.84" },
] as const;

type Mangling = readonly [written: string, restored: string];

export const MANGLINGS: Readonly<Record<string, readonly Mangling[]>> = {
  case: [
    ["[person_1]", "Ann"],
    ["[Person_10]", "Bob"],
    ["[Date_of_Birth_1]", "1.2.84"],
  ],
  "inner blanks and signs": [
    ["[ PERSON_1 ]", "Ann"],
    ["[PERSON 1]", "Ann"],
    ["[PERSON _ 1]", "Ann"],
    ["[PERSON\u00a01]", "Ann"],
    ["[PERSON-10]", "Bob"],
    ["[PERSON__1]", "Ann"],
    ["[PERSON1]", "Ann"],
    ["[Date-of-birth 1]", "1.2.84"],
    ["[DateOfBirth1]", "1.2.84"],
  ],
  "lost brackets": [
    ["PERSON_1", "Ann"],
    ["PERSON_10,", "Bob,"],
    ["[PERSON_1", "[Ann"],
    ["PERSON_1]", "Ann]"],
    ["(PERSON_1)", "(Ann)"],
    ["{PERSON_1}", "{Ann}"],
  ],
  "doubled brackets, of which one pair may be the text's": [
    ["[[PERSON_1]]", "[Ann]"],
    ["{{PERSON_1}}", "{{Ann}}"],
  ],
  "escaped brackets": [
    ["\\[PERSON\\_1\\]", "Ann"],
    ["\\\\[PERSON\\\\_10\\\\]", "Bob"],
    ["[PERSON\\_1]", "Ann"],
    ["\\[PERSON_1]", "\\Ann"],
    ["PERSON\\_1", "Ann"],
  ],
  emphasis: [
    ["**[PERSON_1]**", "**Ann**"],
    ["*PERSON_1*", "*Ann*"],
    ["_PERSON_1_", "_Ann_"],
    ["__PERSON_10__", "__Bob__"],
    ["_[PERSON_1]_", "_Ann_"],
    ["[**PERSON_1**]", "[**Ann**]"],
    ["~~[PERSON_1]~~", "~~Ann~~"],
  ],
  "HTML entities": [
    ["&#91;PERSON_1&#93;", "Ann"],
    ["&lbrack;PERSON_1&rbrack;", "Ann"],
    ["&#x5B;PERSON&#95;10&#x5D;", "Bob"],
    ["[PERSON&lowbar;1]", "Ann"],
  ],
  "other encodings": [
    ["%5BPERSON_1%5D", "Ann"],
    ["%5BPERSON%5F10%5D", "Bob"],
    ["\\u005bPERSON_1\\u005d", "Ann"],
  ],
  "full-width signs": [
    ["［PERSON_1］", "Ann"],
    ["【PERSON_10】", "Bob"],
    ["［ＰＥＲＳＯＮ＿１］", "Ann"],
  ],
  "genitives and plurals": [
    ["[PERSON_1]'s", "Ann's"],
    ["[PERSON_1]s", "Anns"],
    ["[PERSON_1's]", "Ann's"],
    ["[PERSON_10’s]", "Bob’s"],
    ["[PERSON_1s]", "Anns"],
    ["PERSON_1's", "Ann's"],
    ["PERSON_10s", "Bobs"],
  ],
  code: [
    ["`[PERSON_1]`", "`Ann`"],
    ["```\n[PERSON_1]\n```", "```\nAnn\n```"],
    ['{"a": "[PERSON_1]"}', '{"a": "Ann"}'],
    ['```json\n{"a": ["PERSON_10"]}\n```', '```json\n{"a": ["Bob"]}\n```'],
  ],
  "lines that were broken": [
    ["[PERSON\n1]", "Ann"],
    ["[PERSON_\n1]", "Ann"],
    ["[DATE OF\nBIRTH 1]", "1.2.84"],
  ],
  "leading zeros": [
    ["[PERSON_01]", "Ann"],
    ["PERSON_0010", "Bob"],
  ],
  "type words of other languages": [
    ["[Persona 1]", "Ann"],
    ["[PERSONNE_10]", "Bob"],
    ["[E-Mail 1]", "a@b.co"],
    ["[Courriel_1]", "a@b.co"],
    ["[Correo electrónico 1]", "a@b.co"],
    ["[Geburtsdatum 1]", "1.2.84"],
    ["[Date de naissance 1]", "1.2.84"],
    ["[FECHA_DE_NACIMIENTO_1]", "1.2.84"],
  ],
};

/**
 * Texts that must not be read as placeholders: other numbers, other types, and what people write
 * without meaning a placeholder.
 */
export const NOT_MANGLED: readonly string[] = [
  ...["[PERSON_2]", "[PERSON_11]", "[PERSON_100]", "[PERSON_0]", "[PERSON_1_0]", "[PERSON_1 0]"],
  ...["[PERSON]", "[PERSON_x]", "[PERSON_1x]", "[PERSONS_1]", "[EMAIL_2]", "[PHONE_1]"],
  ...["Person 1", "person_1", "Person_1", "PERSON 1", "PERSON-1", "persona 1", "Persona_1"],
  ...["PERSONA_1", "PERSONNE_1", "XPERSON_1", "PERSON_1X", "PERSON_1_2", "MY_PERSON_1"],
  ...["_PERSON_1", "PERSON_1_", "PERSON_1ss", "[REDACTED:PERSON]", "[PERSON_1234567]"],
  ...["[PER SON_1]", "[DATE_OF_BI_RTH_1]", "[DATE_1]", "[ADDRESS_1]", "[NAME_1]", "[Name 1]"],
  ...["&#91;PERSON 1]", "%5BPERSON 1]", "[PERSON_1\n0]", "[PERSON_1-0]"],
];
