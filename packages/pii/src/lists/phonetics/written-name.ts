/** The parsed name of a person, with all words in lower case and without particles. */
export interface WrittenName {
  /** Given names and initials, in order. The parts of a hyphenated name are separate. */
  readonly givens: readonly string[];
  /** The last word, or the word before a comma. It may be empty. */
  readonly surname: string;
  /** Whether the name is a single word without a title, which may also be a given name. */
  readonly isBareWord: boolean;
  readonly gender: "male" | "female" | undefined;
}

const MALE = new Set("herr herrn hr hrn mr sir lord".split(" "));
const FEMALE = new Set("frau fr fräulein mrs ms miss madam lady dame".split(" "));
const TITLES = new Set(
  `dr prof professor professorin doktor doctor pd mx med phil jur rer nat hc habil dent vet dipl ing kfm psych mag
  msc bsc mba md phd rev hon judge justice captain capt jr sr ii iii iv`.split(/\s+/),
);
const PARTICLES = new Set(
  "von van vom zu zur zum de da di del della dos du den der ter ten la le bin ibn al el af y und".split(
    " ",
  ),
);

const NO_NAMES = new Set([...MALE, ...FEMALE, ...TITLES, ...PARTICLES]);

const LONGEST = 200;
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+)*$/;
const WORD = /[\p{L}\p{M}][\p{L}\p{M}'’-]*\.?/gu;

/** Parses a name: "Dr. Hans von Meyer", "Meyer, Hans", "Meyer H.", "Dr.Meyer", "Meyer's". */
export function readWrittenName(written: string): WrittenName {
  return readPlainName(written) ?? readAnyName(written);
}

function readPlainName(written: string): WrittenName | undefined {
  if (written.length > LONGEST || !PLAIN.test(written)) return undefined;
  const names = written.toLowerCase().split(" ");
  if (names.some((name) => NO_NAMES.has(name))) return undefined;
  const surname = (endsWithInitial(names) ? names[0] : names.at(-1)) ?? "";
  return {
    surname,
    givens: names.filter((name) => name !== surname),
    isBareWord: names.length === 1,
    gender: undefined,
  };
}

function readAnyName(written: string): WrittenName {
  const [family = "", given, ...more] = written.slice(0, LONGEST).normalize("NFC").split(",");
  const words = wordsOf(given === undefined || more.length > 0 ? written : family);
  const behind = more.length > 0 ? [] : namesIn(wordsOf(given ?? ""));
  const names = namesIn(words);
  const surname = behind.length > 0 || endsWithInitial(names) ? names[0] : names.at(-1);
  const others = behind.length > 0 ? behind : names.filter((name) => name !== surname);
  const titles = words.filter((word) => isTitle(word));
  return {
    surname: bare(surname ?? ""),
    givens: others
      .flatMap((name) => name.split("-"))
      .map(bare)
      .filter(Boolean),
    isBareWord: names.length === 1 && titles.length === 0,
    gender: genderOf(titles),
  };
}

export function isInitial(name: string): boolean {
  return name.length === 1;
}

function wordsOf(text: string): string[] {
  return (
    text
      .slice(0, LONGEST)
      .toLowerCase()
      .replace(/\bh\. ?c\./, "hc.")
      .match(WORD) ?? []
  );
}

function namesIn(words: readonly string[]): string[] {
  return words.filter((word) => !isTitle(word) && !PARTICLES.has(word));
}

function isTitle(word: string): boolean {
  const name = bare(word);
  return MALE.has(name) || FEMALE.has(name) || TITLES.has(name);
}

function genderOf(titles: readonly string[]): WrittenName["gender"] {
  if (titles.some((title) => MALE.has(bare(title)))) return "male";
  return titles.some((title) => FEMALE.has(bare(title))) ? "female" : undefined;
}

function endsWithInitial(names: readonly string[]): boolean {
  return (
    names.length > 1 && isInitial(bare(names.at(-1) ?? "")) && !isInitial(bare(names[0] ?? ""))
  );
}

function bare(name: string): string {
  return name.replace(/\.$/, "").replace(/['’]s?$/, "");
}
