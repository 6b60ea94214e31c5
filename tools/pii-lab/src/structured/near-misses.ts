import type { Random } from "../random.ts";
import * as de from "./numbers/de-numbers.ts";
import {
  capitals,
  digits,
  draw,
  grouped,
  type Maker,
  withOneDigitChanged,
} from "./numbers/draw.ts";
import * as everyday from "./numbers/everyday.ts";
import { ibanOf } from "./numbers/iban-numbers.ts";
import * as en from "./numbers/us-gb-numbers.ts";

const HEX = "0123456789abcdef";

export const NEAR_MISSES: readonly Maker[] = [
  frames(everyday.orderNumber, [
    "Artikel-Nr. «»",
    "part no. «»",
    "SKU «» is back in stock",
    "Ersatzteil «» fehlt",
    "the model «» is discontinued",
  ]),
  frames(everyday.version, [
    "upgrade to «»",
    "Version «» ist da",
    "node «» and later",
    "since release «» it works",
  ]),
  frames(everyday.price, [
    "it costs «»",
    "der Preis von «» gilt",
    "total: «»",
    "ein Rabatt von «»",
  ]),
  frames(everyday.clockTime, ["at «»", "um «»", "the job ran from «» on", "Treffen um «» im Saal"]),
  frames(everyday.plainDate, ["due on «»", "fällig am «»", "released «»", "Sitzung vom «»"]),
  frames(en.isbn, ["ISBN «»", "the book (ISBN «») is out of print", "ISBN: «»"]),
  frames(
    (random) => withOneDigitChanged(ibanOf(random, random.pick(["DE", "GB", "FR", "AT"])), random),
    neutral(),
  ),
  frames((random) => withOneDigitChanged(compactCard(random), random), neutral()),
  frames(brokenTaxId, neutral()),
  frames(
    (random) => brokenLast(de.socialSecurity(random).replace(/ /g, ""), random),
    [...neutral(), "Datensatz «»"],
  ),
  frames(
    (random) => brokenLast(de.healthInsurance(random), random),
    [...neutral(), "Datensatz «»"],
  ),
  frames((random) => brokenLast(vatOfGermany(random), random), [...neutral(), "Vorgang «»"]),
  frames((random) => brokenAt(de.lanr(random), 6, random), neutral()),
  frames((random) => brokenLast(en.npi(random), random), neutral()),
  frames((random) => brokenLast(en.abaRouting(random), random), neutral()),
  frames((random) => `000-${random.between(10, 99)}-${digits(random, 4)}`, ["«»", "the range «»"]),
  frames(
    (random) => `${de.commercialRegister(random).slice(0, 3)} 1234567${digits(random, 1)}`,
    ["«»", "Zeile «»"],
  ),
  frames(
    (random) =>
      `${random.pick(["b", "m", "hh", "der b", "bis a"])} ${random.between(1, 20)} ${random.between(1, 999)}`,
    ["«»", "fahre «» Kilometer"],
  ),
  frames((random) => `der B ${random.between(1, 500)}`, ["auf «» nach Norden", "an «» gesperrt"]),
  frames(
    (random) => `DIN ${random.pick(["EN", "A", "VDE", "ISO"])} ${random.between(2, 60_000)}`,
    ["nach «»", "see «»", "gemäß «» geprüft"],
  ),
  frames((random) => draw(random, HEX, 40), ["commit «»", "merged in «»"]),
  frames(
    (random) => grouped(draw(random, HEX, 32), [8, 4, 4, 4], "-"),
    ["request «»", "id=«»", "Vorgang «» beendet"],
  ),
  frames(
    (random) => `${random.between(1, 99)}.${random.between(1, 9)}.${random.between(0, 9)}`,
    ["Kapitel «»", "see section «»", "pnpm «»"],
  ),
  frames(
    (random) =>
      `${random.between(100, 999)} ${random.between(100, 999)} ${random.between(100, 999)}`,
    ["«» people", "«» Euro Umsatz", "a population of «»"],
  ),
  frames(
    (random) =>
      `${random.pick(["@types/node", "react", "lodash", "express"])}@${everyday.version(random)}`,
    ["npm install «»", "added «»"],
  ),
  frames(
    (random) => `${capitals(random, 3)}-${random.between(100, 9999)}`,
    ["ticket «»", "siehe «»", "fixed in «»"],
  ),
  frames(
    (random) => String(random.between(1_600_000_000, 1_799_999_999)),
    ["ts=«»", "timestamp «»", "epoch «»"],
  ),
  frames(
    (random) => `§ ${random.between(1, 900)} Abs. ${random.between(1, 9)} BGB`,
    ["nach «»", "vgl. «»"],
  ),
  frames(
    (random) =>
      `${random.between(2, 60)} ${random.pick(["pages", "Seiten", "MB", "users", "km/h"])}`,
    ["about «»", "rund «»"],
  ),
];

function frames(make: Maker, around: readonly string[]): Maker {
  return (random) => random.pick(around).replace("«»", make(random));
}

function neutral(): readonly string[] {
  return ["the reference «» does not add up", "Zeichenfolge «» passt nicht", "«» is not valid"];
}

function compactCard(random: Random): string {
  return en.creditCard(random).replace(/\D/g, "");
}

function vatOfGermany(random: Random): string {
  const code = de.vatId(random).replace(/ /g, "");
  return code.startsWith("DE") ? code : vatOfGermany(random);
}

function brokenLast(code: string, random: Random): string {
  return brokenAt(code, code.length - 1, random);
}

function brokenAt(code: string, at: number, random: Random): string {
  const digit = (Number(code.charAt(at)) + random.between(1, 9)) % 10;
  return `${code.slice(0, at)}${digit}${code.slice(at + 1)}`;
}

function brokenTaxId(random: Random): string {
  return brokenLast(de.taxId(random).replace(/ /g, ""), random);
}
