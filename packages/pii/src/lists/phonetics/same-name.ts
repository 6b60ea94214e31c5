import { createNameMemory, type NameMemory } from "./name-memory.ts";
import { areVariants } from "./sounds-like.ts";
import { isInitial, type WrittenName } from "./written-name.ts";

type Sounds = NameMemory["sound"];

type Agreement = "exact" | "variant" | "none";

/**
 * Returns whether two names can denote one person. Only one part may be a variant (Meyer, Maier):
 * Stefan Meyer is not Stephan Maier. Initials, single names and genitives agree with the full name.
 * A name with "Herr" never agrees with a name with "Frau". The relation is not transitive: see
 * `groupNames`.
 */
export function sameName(a: string, b: string, { read, sound } = createNameMemory()): boolean {
  return a === b || agreement(read(a), read(b), sound) !== "none";
}

export function agreement(a: WrittenName, b: WrittenName, sound: Sounds): Agreement {
  if (a.gender !== undefined && b.gender !== undefined && a.gender !== b.gender) return "none";
  if (a.surname === "" || b.surname === "") return "none";
  const surnames = sameSurname(a.surname, b.surname, sound);
  const whole =
    surnames === "none" ? undefined : weaker(surnames, sameGivens(a.givens, b.givens, sound));
  return whole ?? byGiven(a, b);
}

export function surnameForms(surname: string): readonly string[] {
  return surname.length > 3 && surname.endsWith("s") ? [surname, surname.slice(0, -1)] : [surname];
}

/** Returns the weaker agreement, or undefined if the parts do not agree or both are variants. */
function weaker(a: Agreement, b: Agreement): Agreement | undefined {
  if (a === "none" || b === "none" || (a === "variant" && b === "variant")) return undefined;
  return a === "exact" ? b : a;
}

function byGiven(a: WrittenName, b: WrittenName): Agreement {
  const [one, full] = a.isBareWord ? [a, b] : [b, a];
  return one.isBareWord && one.surname === full.givens[0] ? "exact" : "none";
}

function sameSurname(a: string, b: string, sound: Sounds): Agreement {
  if (a === b || isGenitive(a, b) || isGenitive(b, a)) return "exact";
  const forms = surnameForms(b);
  const isVariant = surnameForms(a).some((form) => forms.some((of) => isLike(form, of, sound)));
  return isVariant ? "variant" : "none";
}

function isLike(a: string, b: string, soundOf: Sounds): boolean {
  const [one, other] = [soundOf(a), soundOf(b)];
  return one !== undefined && other !== undefined && areVariants(one, other);
}

function isGenitive(long: string, short: string): boolean {
  return short.length > 2 && long.length === short.length + 1 && long === `${short}s`;
}

/** Compares given names in order. A given name that only one side has does not matter. */
function sameGivens(a: readonly string[], b: readonly string[], sound: Sounds): Agreement {
  let all: Agreement = "exact";
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    const next = weaker(all, sameGiven(a[at] ?? "", b[at] ?? "", sound));
    if (next === undefined) return "none";
    all = next;
  }
  return all;
}

function sameGiven(a: string, b: string, sound: Sounds): Agreement {
  if (a === b) return "exact";
  if (isInitial(a) || isInitial(b)) return a.startsWith(b) || b.startsWith(a) ? "exact" : "none";
  return isLike(a, b, sound) ? "variant" : "none";
}
