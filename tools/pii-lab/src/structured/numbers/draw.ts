import type { Random } from "../../random.ts";

export type Maker = (random: Random) => string;

const DIGITS = "0123456789";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

export function draw(random: Random, alphabet: string, length: number): string {
  let drawn = "";
  for (let at = 0; at < length; at += 1) drawn += alphabet.charAt(random.below(alphabet.length));
  return drawn;
}

export function digits(random: Random, length: number): string {
  return draw(random, DIGITS, length);
}

export function capitals(random: Random, length: number): string {
  return draw(random, CAPITALS, length);
}

/** Returns a number in [from, to], zero-padded to `length` digits. */
export function padded(random: Random, from: number, to: number, length: number): string {
  return String(random.between(from, to)).padStart(length, "0");
}

/** Splits `code` into groups of `sizes`, followed by a group with the rest. */
export function grouped(code: string, sizes: readonly number[], gap: string): string {
  const groups: string[] = [];
  let at = 0;
  for (const size of sizes) {
    groups.push(code.slice(at, at + size));
    at += size;
  }
  groups.push(code.slice(at));
  return groups.filter((group) => group !== "").join(gap);
}

export function inGroupsOf(code: string, size: number, gap: string): string {
  const sizes = new Array<number>(Math.ceil(code.length / size)).fill(size);
  return grouped(code, sizes, gap);
}

/** Changes one of the last digits, so that every check that detects single errors fails. */
export function withOneDigitChanged(value: string, random: Random): string {
  const places = [...value].flatMap((character, at) => (/\d/.test(character) ? [at] : []));
  const at = places.at(-1 - random.below(Math.min(3, places.length))) ?? 0;
  const changed = (Number(value.charAt(at)) + random.between(1, 8)) % 10;
  return `${value.slice(0, at)}${changed}${value.slice(at + 1)}`;
}
