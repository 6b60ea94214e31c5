import { sampleOf } from "@veil/testing/sample";
import {
  type Marked,
  STAYING,
  type TextNotation,
  VALUE_NOTATIONS,
} from "./value-notations.contract.ts";

export type { Marked };

const NOT_ALPHANUMERIC = /[^A-Za-z0-9 \n]/gu;
const NO_TYPES: ReadonlySet<string> = new Set();
const LONGEST_FILE_NAME = 200;
/** Number of nestings in a sample, about one in twenty. */
const SAMPLED_NESTINGS = 35;
/** Small capitals for "a" to "z"; "x" has none. */
const SMALL_CAPITALS = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ";
/**
 * The characters of Windows-1252 from octet 80 on; where it has none, the character of ISO 8859-1.
 */
const FROM_80 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

const TEXT_NOTATIONS: readonly TextNotation[] = [
  inEachPart("escapes of JSON", (part) => JSON.stringify(part).slice(1, -1)),
  inEachPart("escaped code units", (part) =>
    part.replace(NOT_ALPHANUMERIC, (character) => unitsOf(character).map(escaped).join("")),
  ),
  inEachPart("HTML references", (part) =>
    part.replace(NOT_ALPHANUMERIC, (character) => `&#${character.codePointAt(0)};`),
  ),
  inEachPart("HTML references for all", (part) =>
    part.replace(/[^ \n]/gu, (character) => `&#x${character.codePointAt(0)?.toString(16)};`),
  ),
  inEachPart("percent-encoding", percentEncoded),
  inEachPart("zero-width marks", (part) => part.replace(/(?<=\w)(?=\w)/g, "\u200b")),
  inEachPart("full-width letters and digits", (part) =>
    part.replace(/[0-9A-Za-z]/g, (unit) => String.fromCharCode(unit.charCodeAt(0) + 0xfee0)),
  ),
  inEachPart("invisible tag characters", (part) =>
    /^[\n -~]*$/.test(part) ? part.replace(/[ -~]/g, tagFor) : undefined,
  ),
  inEachPart("small capitals", (part) =>
    part.replace(/[a-wyz]/g, (letter) => SMALL_CAPITALS.charAt(letter.charCodeAt(0) - 97)),
  ),
  inEachPart("mojibake of ISO 8859-1", asLatin1),
  inEachPart("mojibake of Windows-1252", asWindows1252),
  inEachPart("mojibake of mojibake", (part) => asWindows1252(asWindows1252(part))),
  ...["> ", ">>", "// ", "#", "* ", "| ", "???"].map((prefix) => quotedLines(prefix)),
  { name: "quoted-printable", write: quotedPrintable },
  { name: "MIME words, quoted", write: quotedWords },
  { name: "MIME words, base64", write: encodedWords },
  { name: "tags around words", write: tagged },
  ...[7, 20, 76].map((width) => base64InLines(width)),
  {
    name: "words with underscores",
    without: STAYING,
    write: withUnderscores,
    read: ({ before, value, after }) => ({
      before: `scan ${before}`,
      value,
      after: `${after} copy`,
    }),
  },
  {
    name: "a field of a form",
    isInLine: true,
    without: STAYING,
    write: inForm,
    read: ({ before, value, after }) => ({ before: `id: 1\n\ntext: ${before}`, value, after }),
  },
  ...VALUE_NOTATIONS,
];

export interface EmbeddedValue extends Marked {
  readonly how: string;
  /** The text as a reader sees it. */
  readonly read: Marked;
  readonly without: ReadonlySet<string>;
  readonly startsLine: boolean;
}

/** Returns `marked` in each notation. */
export function writtenOnce(marked: Marked): readonly EmbeddedValue[] {
  return isWritable(marked) ? TEXT_NOTATIONS.flatMap((notation) => written(marked, notation)) : [];
}

/**
 * Returns `marked` in notations inside notations. The sample of all pairs (`sampleOf`) differs for
 * each `marked`.
 */
export function writtenTwice(marked: Marked): readonly EmbeddedValue[] {
  const outermost = TEXT_NOTATIONS.filter(({ isInnermost }) => isInnermost !== true);
  const nestings = writtenOnce(marked).flatMap((inner) =>
    outermost.map((notation) => ({ inner, notation })),
  );
  const { before, value, after } = marked;
  return sampleOf(nestings, SAMPLED_NESTINGS, before + value + after).flatMap(
    ({ inner, notation }) => written(inner, notation, inner),
  );
}

function written(
  marked: Marked,
  { name, write, read, startsLine, isInLine, without = NO_TYPES }: TextNotation,
  inner?: EmbeddedValue,
): EmbeddedValue[] {
  const outer = isInLine && inner?.startsLine === true ? undefined : write(marked);
  if (outer === undefined) return [];
  const seen = inner?.read ?? marked;
  return [
    {
      ...outer,
      how: inner === undefined ? name : `${inner.how} within ${name}`,
      read: read === undefined ? seen : read(seen),
      startsLine: startsLine === true,
      without: inner === undefined || without.size > 0 ? without : inner.without,
    },
  ];
}

function isWritable({ before, value, after }: Marked): boolean {
  const text = before + value + after;
  return Buffer.from(text).toString() === text;
}

function inEachPart(name: string, writePart: (part: string) => string | undefined): TextNotation {
  return {
    name,
    write({ before, value, after }) {
      const [first, second, third] = [before, value, after].map(writePart);
      if (first === undefined || second === undefined || third === undefined) return undefined;
      return { before: first, value: second, after: third };
    },
  };
}

function unitsOf(character: string): readonly number[] {
  return Array.from({ length: character.length }, (_unit, at) => character.charCodeAt(at));
}

function escaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

function tagFor(character: string): string {
  return String.fromCodePoint(0xe0000 + character.charCodeAt(0));
}

/** Writes non-breaking spaces, so that ASCII texts also have characters that become mojibake. */
function asLatin1(part: string): string {
  return Buffer.from(part.replaceAll(" ", "\u00a0")).toString("latin1");
}

function asWindows1252(part: string): string {
  return asLatin1(part).replace(/[\u0080-\u009f]/g, (unit) =>
    FROM_80.charAt(unit.charCodeAt(0) - 0x80),
  );
}

function quotedLines(prefix: string): TextNotation {
  const quoted = (part: string) => part.replaceAll("\n", () => `\n${prefix}`);
  return {
    name: `lines that begin with ${JSON.stringify(prefix)}`,
    startsLine: true,
    write({ before, value, after }) {
      // With another "|", the line would be a table row.
      if (prefix === "| " && (before + value + after).includes("|")) return undefined;
      return { before: prefix + quoted(before), value: quoted(value), after: quoted(after) };
    },
  };
}

function quotedPrintable({ before, value, after }: Marked): Marked {
  let column = 0;
  const quoted = (part: string) =>
    part.replace(/[\n\P{Cs}]/gu, (character, at: number) => {
      const written = /[\n -<>-~]/.test(character) ? character : octetsOf(character);
      column = character === "\n" ? 0 : column + written.length;
      if (column < 66 || at + character.length === part.length) return written;
      column = 0;
      return `${written}=\n`;
    });
  return { before: quoted(before), value: quoted(value), after: quoted(after) };
}

function octetsOf(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replace(/../g, "=$&");
}

function quotedWords({ before, value, after }: Marked): Marked | undefined {
  if (/[\n\r]/.test(before + value + after)) return undefined;
  const quoted = (part: string) =>
    part.replace(/[^ A-Za-z0-9!*+/-]/gu, octetsOf).replaceAll(" ", "_");
  return {
    before: `=?UTF-8?Q?${quoted(before)}`,
    value: quoted(value),
    after: `${quoted(after)}?=`,
  };
}

function encodedWords({ before, value, after }: Marked): Marked | undefined {
  if (/[\n\r]/.test(before + value + after)) return undefined;
  const word = (part: string) => (part === "" ? "" : `=?utf-8?B?${base64(part)}?=`);
  const joined = (first: string, second: string) => (first === "" || second === "" ? "" : "\n ");
  return {
    before: word(before) + joined(before, value),
    value: word(value),
    after: joined(value, after) + word(after),
  };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

function base64InLines(width: number): TextNotation {
  return {
    name: `base64 in lines of ${width}`,
    write({ before, value, after }) {
      const written = base64(before + value + after);
      if (written.replaceAll("=", "").length < 16) return undefined;
      const lines = written.match(new RegExp(`.{1,${width}}`, "g")) ?? [];
      return { before: "Attachment:\n\n", value: lines.join("\n"), after: "\n\nEnd" };
    },
  };
}

function tagged({ before, value, after }: Marked): Marked | undefined {
  if (/[<>]/.test(before + value + after)) return undefined;
  return {
    before: `${before}<b>`,
    value: value.replace(/ +/g, "</b>$&<b>"),
    after: `</b>${after}`,
  };
}

/** Writes the text as the name of a file or a variable. */
function withUnderscores({ before, value, after }: Marked): Marked | undefined {
  const text = before + value + after;
  if (!/^[\p{L}\p{N} .:-]*$/u.test(text) || text.length > LONGEST_FILE_NAME) return undefined;
  const joined = (part: string) => part.replaceAll(" ", "_");
  return { before: `scan_${joined(before)}`, value: joined(value), after: `${joined(after)}_copy` };
}

/** Percent-encodes all reserved characters (RFC 3986, section 2.2). */
function percentEncoded(part: string): string {
  return encodeURIComponent(part).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function inForm({ before, value, after }: Marked): Marked {
  const encoded = (part: string) => percentEncoded(part).replaceAll("%20", "+");
  return { before: `id=1&text=${encoded(before)}`, value: encoded(value), after: encoded(after) };
}
