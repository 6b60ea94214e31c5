import type { Random } from "../random.ts";

const HEX = "0123456789abcdef";
const CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Generators of the numbers of things and transactions in ordinary answers, by slot name. */
const NUMBERS: Readonly<Record<string, (random: Random) => string>> = {
  int: (random) => grouped(random.between(12, 990_000), ","),
  zahl: (random) => grouped(random.between(12, 990_000), "."),
  pct: (random) => `${random.between(1, 99)} %`,
  proz: (random) => `${random.between(1, 99)},${random.below(10)} %`,
  dec: (random) => `${random.between(0, 140)}.${digits(random, 2)}`,
  komma: (random) => `${random.between(0, 140)},${digits(random, 2)}`,
  money: (random) => `$${grouped(random.between(2, 80_000), ",")}.${digits(random, 2)}`,
  geld: (random) => `${grouped(random.between(2, 80_000), ".")},${digits(random, 2)} €`,
  iso: (random) => `20${random.between(14, 29)}-${month(random)}-${day(random)}`,
  date: (random) =>
    random.pick([
      `${random.between(1, 28)} ${random.pick(MONTHS)} 20${random.between(14, 29)}`,
      `${random.pick(MONTHS)} ${random.between(1, 28)}, 20${random.between(14, 29)}`,
      `${month(random)}/${day(random)}/20${random.between(14, 29)}`,
      `20${random.between(14, 29)}-${month(random)}-${day(random)}`,
    ]),
  datum: (random) => `${day(random)}.${month(random)}.20${random.between(14, 29)}`,
  time: (random) =>
    `${random.between(1, 12)}:${random.between(10, 59)} ${random.pick(["am", "pm"])}`,
  zeit: (random) => `${random.between(10, 23)}:${random.between(10, 59)}`,
  ts: (random) => `1${random.between(5, 8)}${digits(random, 8)}`,
  ts13: (random) => `1${random.between(5, 8)}${digits(random, 11)}`,
  geo: (random) =>
    `${random.between(30, 60)}.${digits(random, 6)}, -${random.between(1, 9)}.${digits(random, 6)}`,
  ip: (random) => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`,
  ip6: (random) => `2001:db8:${hex(random, 4)}::${hex(random, 3)}`,
  mac: (random) => Array.from({ length: 6 }, () => hex(random, 2)).join(":"),
  uuid: (random) =>
    `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-a${hex(random, 3)}-${hex(random, 12)}`,
  ver: (random) => `${random.below(30)}.${random.below(30)}.${random.below(120)}`,
  isbn13: (random) => withCheck(`978${random.pick(["0", "3"])}${digits(random, 8)}`, [1, 3]),
  isbn10: (random) => isbn10(digits(random, 9)),
  ean: (random) => withCheck(`4${digits(random, 11)}`, [1, 3]),
  issn: (random) => `${digits(random, 4)}-${digits(random, 4)}`,
  isin: (random) =>
    `${random.pick(["US", "DE", "IE", "LU"])}000${capitals(random, 1)}${digits(random, 6)}`,
  ups: (random) => `1Z${digits(random, 1)}${capitals(random, 2)}${digits(random, 13)}`,
  usps: (random) =>
    `9400 1${digits(random, 3)} ${digits(random, 4)} ${digits(random, 4)} ${digits(random, 4)} ${digits(random, 2)}`,
  s10: (random) => `R${capitals(random, 1)}${digits(random, 9)}DE`,
  dhl: (random) => `00340434${digits(random, 12)}`,
  order: (random) =>
    random.pick([
      `${digits(random, 3)}-${digits(random, 7)}-${digits(random, 7)}`,
      `#${digits(random, 5)}`,
      `SO-20${random.between(20, 29)}-${digits(random, 5)}`,
      digits(random, 9),
    ]),
  bestell: (random) =>
    random.pick([
      `B-${digits(random, 7)}`,
      digits(random, 10),
      `${capitals(random, 2)}${digits(random, 8)}`,
    ]),
  invoice: (random) =>
    random.pick([`INV-${digits(random, 6)}`, `20${random.between(20, 29)}/${digits(random, 4)}`]),
  rechnung: (random) =>
    random.pick([
      `RE-20${random.between(20, 29)}-${digits(random, 4)}`,
      digits(random, 9),
      `${digits(random, 2)}/${digits(random, 5)}`,
    ]),
  rma: (random) => `${capitals(random, 1)}${digits(random, 8)}`,
  ticket: (random) =>
    `${random.pick(["OPS", "WEB", "PAY", "CORE"])}-${random.between(100, 99_999)}`,
  sku: (random) =>
    random.pick([
      `${capitals(random, 3)}-${digits(random, 4)}-${capitals(random, 2)}`,
      `${capitals(random, 2)}${digits(random, 6)}`,
      `${digits(random, 3)}.${digits(random, 3)}.${digits(random, 2)}`,
    ]),
  artikel: (random) =>
    random.pick([
      digits(random, 8),
      `${digits(random, 3)}.${digits(random, 3)}.${digits(random, 2)}`,
      `${capitals(random, 2)} ${digits(random, 4)}-${digits(random, 2)}`,
    ]),
  part: (random) =>
    random.pick([
      `${capitals(random, 2)}${digits(random, 2)}-${digits(random, 4)}`,
      `${digits(random, 6)}-0${digits(random, 1)}`,
      `${capitals(random, 1)}${digits(random, 3)}${capitals(random, 1)}${digits(random, 2)}`,
    ]),
  serial: (random) =>
    random.pick([
      `${capitals(random, 3)}${digits(random, 7)}`,
      `C02${capitals(random, 2)}${digits(random, 2)}${capitals(random, 4)}`,
      digits(random, 12),
    ]),
  lot: (random) =>
    random.pick([`L${digits(random, 5)}`, `${digits(random, 4)}${capitals(random, 1)}`]),
  patent: (random) => `${random.between(6, 12)},${digits(random, 3)},${digits(random, 3)} B2`,
  pzn: (random) => digits(random, 8),
};

const MONTHS = ["January", "March", "May", "June", "August", "October", "December"] as const;

/** Returns a number for a slot: `d7` means seven digits, `hex40` means forty hexadecimal digits. */
export function numberNamed(name: string, random: Random): string {
  const [, kind, length = ""] = /^(d|hex)(\d+)$/.exec(name) ?? [];
  if (kind === "d") return digits(random, Number(length));
  if (kind === "hex") return hex(random, Number(length));
  const make = NUMBERS[name];
  if (make === undefined) throw new TypeError(`There is no number named ${name}`);
  return make(random);
}

function digits(random: Random, length: number): string {
  let written = String(random.between(1, 9));
  while (written.length < length) written += random.below(10);
  return written;
}

function hex(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick([...HEX])).join("");
}

function capitals(random: Random, length: number): string {
  return Array.from({ length }, () => random.pick([...CAPITALS])).join("");
}

function month(random: Random): string {
  return String(random.between(1, 12)).padStart(2, "0");
}

function day(random: Random): string {
  return String(random.between(1, 28)).padStart(2, "0");
}

function grouped(number: number, sign: string): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, sign);
}

/** Appends the check digit of ISO/IEC 15420. The two weights alternate, from the left. */
function withCheck(written: string, weights: readonly [number, number]): string {
  const sum = [...written].reduce(
    (total, digit, at) => total + Number(digit) * (weights[at % 2] ?? 0),
    0,
  );
  return `${written}${(10 - (sum % 10)) % 10}`;
}

/** Appends the check digit of ISO 2108:1992. */
function isbn10(written: string): string {
  const sum = [...written].reduce((total, digit, at) => total + Number(digit) * (10 - at), 0);
  return `${written}${"0123456789X".charAt((11 - (sum % 11)) % 11)}`;
}
