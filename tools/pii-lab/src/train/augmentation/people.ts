import type { Language } from "@veil/contracts/sanitiser";
import type { Random } from "../../random.ts";
import { isLocaleOf, type NameLists } from "../lexicon/name-lists.ts";
import { linesOf } from "../text-lists.ts";

export interface People {
  given(locale?: string): string;
  surname(locale?: string): string;
  full(): string;
  inverted(): string;
  initialed(): string;
  single(): string;
  any(): string;
  nick(): string;
  /** Returns a surname without an added particle or second name, for companies and streets. */
  plainSurname(): string;
  plainGiven(): string;
}

const ENOUGH = 15;
const LATIN = /^[\p{Script=Latin}\s'’.-]+$/u;
const OTHER_SCRIPTS = 0.03;

interface Pools {
  readonly latin: readonly string[];
  readonly others: readonly string[];
  readonly own: readonly string[];
  readonly enLast: readonly string[];
  readonly enFirst: readonly string[];
  readonly deFirst: readonly string[];
  readonly deLast: readonly string[];
  readonly deRare: readonly string[];
  readonly nicks: readonly string[];
  readonly particles: readonly string[];
}

const PARTICLES: Readonly<Record<Language, readonly string[]>> = {
  de: ["von", "van", "von der", "zu", "de", "al-", "van der", "El", "bin", "vom", "zur", "von dem"],
  en: "van|de|de la|al-|von|Van|De|van der|bin|Mc|O'|St.|Al-|el-|di|Le|D'|Mac|ibn|da".split("|"),
};

export function capitalize(word: string): string {
  return word.replace(/^./u, (letter) => letter.toUpperCase());
}

export function createPeople(language: Language, names: NameLists, random: Random): People {
  const pools = poolsOf(language, names);
  const { pick, chance, next } = random;
  const draw = createDraws(language, names, pools, random);
  const { foreign } = draw;
  const plainSurname = (from?: string): string =>
    from === undefined ? draw.surname() : draw.of(from, "last");
  const plainGiven = (from?: string): string =>
    from === undefined ? draw.given() : draw.of(from, "first");

  function locale(): string | undefined {
    const x = next();
    if (x < 0.3) return undefined;
    return x < 0.45 ? pick(pools.own) : foreign();
  }
  function surname(from?: string): string {
    const name = plainSurname(from);
    const x = next();
    if (x < 0.04) return `${name}-${plainSurname(from)}`;
    if (x < 0.07) return withParticle(name, pick(pools.particles));
    return x < 0.09 ? `${name} ${plainSurname(from)}` : name;
  }
  function given(from?: string): string {
    const name = plainGiven(from);
    const x = next();
    if (x < 0.05) return `${name}-${plainGiven(from)}`;
    return x < 0.1 ? `${name} ${plainGiven(from)}` : name;
  }
  const initial = (): string => `${String.fromCharCode(65 + random.below(26))}.`;
  const single = (): string => (chance(0.5) ? surname() : given());
  const full = (): string => fullName(random, locale(), { given, surname, initial });
  return {
    given,
    surname,
    full,
    single,
    plainSurname,
    plainGiven,
    inverted() {
      const from = locale();
      return `${surname(from)}, ${given(from)}`;
    },
    initialed: () => `${initial()} ${surname()}`,
    any: () => (chance(0.6) ? full() : single()),
    nick: () => nickName(random, pools.nicks, plainGiven),
  };
}

interface Draws {
  of(locale: string, kind: "first" | "last"): string;
  /** Draws a locale, in a few cases one with a script other than Latin. */
  foreign(): string;
  surname(): string;
  given(): string;
}

function createDraws(language: Language, names: NameLists, pools: Pools, random: Random): Draws {
  const { pick, chance, next } = random;
  const of: Draws["of"] = (locale, kind) => pick(names.locales.get(locale)?.[kind] ?? []);
  const foreign = (): string => pick(chance(OTHER_SCRIPTS) ? pools.others : pools.latin);
  const rareShare = language === "de" ? 0.6 : 0.45;
  const firstShare = language === "en" ? 0.3 : 0.2;
  const firstNames = language === "en" ? pools.enFirst : pools.deFirst;
  return {
    of,
    foreign,
    surname() {
      const x = next();
      if (x < 0.25)
        return capitalize(pick(chance(0.5) ? pools.enLast.slice(0, 3000) : pools.enLast));
      if (x < 0.4) return capitalize(pick(pools.deLast));
      return x < rareShare ? pick(pools.deRare) : of(foreign(), "last");
    },
    given() {
      const x = next();
      if (x < firstShare) return capitalize(pick(firstNames));
      return of(x < 0.45 ? pick(pools.own) : foreign(), "first");
    },
  };
}

function poolsOf(language: Language, names: NameLists): Pools {
  const usable = [...names.locales].filter(
    ([, { first, last }]) => first.length > ENOUGH && last.length > ENOUGH,
  );
  const isLatin = ({ first, last }: { first: readonly string[]; last: readonly string[] }) =>
    LATIN.test(first[0] ?? "") && LATIN.test(last[0] ?? "");
  const keys = (fits: boolean): readonly string[] =>
    usable.filter(([, lists]) => isLatin(lists) === fits).map(([locale]) => locale);
  return {
    latin: keys(true),
    others: keys(false),
    own: usable.map(([locale]) => locale).filter((locale) => isLocaleOf(locale, language)),
    enLast: names.last.en,
    enFirst: names.first.en,
    deFirst: names.first.de,
    deLast: names.last.de,
    deRare: names.rareGerman.filter((name) => /^\p{Lu}[\p{L}-]{2,}$/u.test(name)),
    nicks: linesOf("nicks.txt"),
    particles: PARTICLES[language],
  };
}

function withParticle(name: string, particle: string): string {
  return /[-'’]$|^Ma?c$/u.test(particle) ? particle + name : `${particle} ${name}`;
}

interface Parts {
  given(locale?: string): string;
  surname(locale?: string): string;
  initial(): string;
}

function fullName(random: Random, locale: string | undefined, parts: Parts): string {
  const { next, chance, pick } = random;
  const { given, surname, initial } = parts;
  const x = next();
  if (x < 0.72) return `${given(locale)} ${surname(locale)}`;
  if (x < 0.82)
    return `${given(locale)} ${initial().slice(0, chance(0.6) ? 2 : 1)} ${surname(locale)}`;
  if (x < 0.88) return `${initial()} ${surname(locale)}`;
  if (x < 0.9) return `${initial()}${chance(0.5) ? " " : ""}${initial()} ${surname(locale)}`;
  if (x < 0.92) return `${given(locale)} ${surname(locale)} ${pick(["Jr.", "Sr.", "III", "II"])}`;
  if (x < 0.95) return `${surname(locale)} ${given(locale)}`;
  return `${given(locale)} ${surname(locale)} ${surname(locale)}`;
}

const SYLLABLES =
  "ka|zo|ri|mo|ne|shu|tek|vor|lex|dra|pix|zen|blu|jay|kru|nyx|fizz|rex|tron|bee".split("|");

function nickName(random: Random, nicks: readonly string[], given: () => string): string {
  const { next, pick, below } = random;
  const x = next();
  if (x < 0.35) return pick(nicks);
  const name = given();
  if (x < 0.5) return name.slice(0, Math.max(2, Math.min(name.length, 2 + below(3))));
  if (x < 0.6) return `${name.slice(0, 4)}${pick(["y", "i", "ie", "o", "z", "ster"])}`;
  if (x < 0.7) return capitalize(`${pick(SYLLABLES)}${pick(SYLLABLES)}`);
  if (x < 0.8) return `${pick(["Big ", "Lil ", "Lil' ", "Uncle ", "DJ ", "MC ", "King "])}${name}`;
  return x < 0.9 ? `${name} ${String.fromCharCode(65 + below(26))}` : name;
}
