import type { Random } from "../../random.ts";
import {
  lettersAsNumbers,
  mod11And10Digit,
  mod97Digits,
  remainder,
  upToTen,
  weighted,
} from "./check-digits.ts";
import { capitals, digits, draw, inGroupsOf } from "./draw.ts";

/**
 * Structures from the SWIFT IBAN registry: n means digits, a means capitals, c means either. Bank
 * codes that come from a BIC always consist of letters.
 */
const STRUCTURES =
  `AD 8n12c AE 19n AL 8n16c AT 16n AZ 4a20c BG 4a14n BH 4a14c BR 23n1a1c BY 4a4n16c CH 5n12c CR 18n
CY 8n16c DE 18n DK 14n DO 4a20n EG 25n FI 14n FO 14n GB 4a14n GE 2a16n GI 4a15c GL 14n GR 7n16c GT 4c20c IE 4a14n
IL 19n IQ 4a15n IS 22n IT 1a10n12c JO 4a4n18c KW 4a22c KZ 3n13c LB 4n20c LC 4a24c LI 5n12c LT 16n LU 3n13c LV 4a13c
LY 21n MD 2c18c MR 23n MT 4a5n18c MU 4a19n3a NL 4a10n PK 4c16n PS 4c21n QA 4a21c RO 4a16c SA 2n18c SC 4a20n3a SE 20n
SM 1a10n12c ST 21n SV 4a20n TL 19n TN 20n TR 5n17c UA 6n19c VA 18n VG 4c16n XK 16n BA 20n BE 20n CZ 20n EE 20n ES 20n
FR 20n HR 20n HU 20n MC 20n ME 20n MK 20n NO 20n PL 20n PT 20n RS 20n SI 20n SK 20n`
    .split(/\s+/)
    .reduce<(readonly [string, string])[]>((pairs, word, at, words) => {
      if (at % 2 === 0) pairs.push([word, words[at + 1] ?? ""]);
      return pairs;
    }, []);

/** Makes accounts that contain a national check (ECBS TR 201), by country. */
const NATIONAL: Readonly<Record<string, (random: Random) => string>> = {
  BA: (random) => byMod97(digits(random, 14)),
  BE: (random) => belgian(digits(random, 10)),
  CZ: (random) => `${digits(random, 4)}${czech(random, 6)}${czech(random, 10)}`,
  EE: (random) => estonian(digits(random, 15)),
  ES: (random) => spanish(digits(random, 8), digits(random, 10)),
  FR: (random) => french(random),
  HR: (random) => {
    const bank = digits(random, 6);
    const account = digits(random, 9);
    return `${bank}${mod11And10Digit(bank)}${account}${mod11And10Digit(account)}`;
  },
  HU: (random) => `${hungarian(digits(random, 7))}${hungarian(digits(random, 15))}`,
  MC: (random) => french(random),
  ME: (random) => byMod97(digits(random, 16)),
  MK: (random) => byMod97(digits(random, 13)),
  NO: (random) => norwegian(random),
  PL: (random) => {
    const bank = digits(random, 7);
    return `${bank}${upToTen(weighted(bank, [3, 9, 7, 1, 3, 9, 7]))}${digits(random, 16)}`;
  },
  PT: (random) => byMod97(digits(random, 19)),
  RS: (random) => byMod97(digits(random, 16)),
  SI: (random) => byMod97(digits(random, 13)),
  SK: (random) => `${digits(random, 4)}${czech(random, 6)}${czech(random, 10)}`,
};

/** Returns an IBAN of a random country in the registry, with random separators. */
export function iban(random: Random): string {
  const country = random.chance(0.3)
    ? random.pick(["DE", "GB", "AT", "CH"])
    : random.pick(STRUCTURES)[0];
  const code = ibanOf(random, country);
  const gap = random.pick(["", "", " ", " ", " ", "-", "\u00a0"]);
  const written = gap === "" ? code : inGroupsOf(code, 4, gap);
  return random.chance(0.05) ? written.toLowerCase() : written;
}

export function ibanOf(random: Random, country: string): string {
  const account = NATIONAL[country]?.(random) ?? accountOf(random, structureOf(country));
  const check = 98 - remainder(lettersAsNumbers(`${account}${country}00`), 97);
  return `${country}${String(check).padStart(2, "0")}${account}`;
}

function structureOf(country: string): string {
  return STRUCTURES.find(([name]) => name === country)?.[1] ?? "";
}

function accountOf(random: Random, structure: string): string {
  return structure.replace(/(\d+)([nac])/g, (_part, size: string, kind: string) => {
    const length = Number(size);
    if (kind === "n") return digits(random, length);
    if (kind === "a") return capitals(random, length);
    return random.chance(0.5)
      ? digits(random, length)
      : draw(random, "0123456789ABCDEFGHJKLMNPRSTUVWXYZ", length);
  });
}

function byMod97(payload: string): string {
  return `${payload}${mod97Digits(payload)}`;
}

function belgian(payload: string): string {
  return `${payload}${String(remainder(payload, 97) || 97).padStart(2, "0")}`;
}

function french(random: Random): string {
  const payload = digits(random, 21);
  return `${payload}${String(97 - remainder(`${payload}00`, 97)).padStart(2, "0")}`;
}

function spanish(bank: string, account: string): string {
  const weights = [1, 2, 4, 8, 5, 10, 9, 7, 3, 6];
  const control = (code: string) => {
    const digit = 11 - (weighted(code, weights) % 11);
    return digit === 11 ? "0" : digit === 10 ? "1" : String(digit);
  };
  return `${bank}${control(`00${bank}`)}${control(account)}${account}`;
}

function hungarian(payload: string): string {
  const weights = payload.split("").map((_digit, at) => [9, 7, 3, 1][at % 4] ?? 0);
  return `${payload}${upToTen(weighted(payload, weights))}`;
}

function estonian(payload: string): string {
  const account = payload.slice(2);
  const weights = [...account].map((_digit, at) => [7, 3, 1][(account.length - 1 - at) % 3] ?? 0);
  return `${payload}${upToTen(weighted(account, weights))}`;
}

/**
 * Returns digits whose sum, weighted 1, 2, 4, 8, 5, 10, 9, 7, 3, 6 from the right, is divisible by
 * 11.
 */
function czech(random: Random, length: number): string {
  for (;;) {
    const number = digits(random, length);
    const weights = [6, 3, 7, 9, 10, 5, 8, 4, 2, 1].slice(10 - length);
    if (weighted(number, weights) % 11 === 0) return number;
  }
}

function norwegian(random: Random): string {
  for (;;) {
    const payload = digits(random, 10);
    const check = (11 - (weighted(payload, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    if (check < 10 && payload.slice(4, 6) !== "00") return `${payload}${check}`;
  }
}
