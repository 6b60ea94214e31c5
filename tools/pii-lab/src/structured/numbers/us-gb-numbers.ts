import { luhnDigit, upToTen, weighted } from "./check-digits.ts";
import { capitals, digits, draw, grouped, type Maker, padded } from "./draw.ts";

/** SSN (20 CFR 422.103): no area 000, 666, 900 or above, no group 00, no serial number 0000. */
const socialSecurityDigits: Maker = (random) => {
  const area = padded(random, 1, 899, 3);
  return area === "666"
    ? socialSecurityDigits(random)
    : `${area}${padded(random, 1, 99, 2)}${padded(random, 1, 9999, 4)}`;
};

export const ssnWithHyphens: Maker = (random) => grouped(socialSecurityDigits(random), [3, 2], "-");
export const ssnAnyForm: Maker = (random) =>
  grouped(socialSecurityDigits(random), [3, 2], random.pick(["-", "-", " ", "", "."]));

/** ITIN (IRS Publication 1915): area 9xx, groups 50-65, 70-88, 90-92, 94-99. */
export const itinWithHyphens: Maker = (random) => grouped(itinDigits(random), [3, 2], "-");
export const itinAnyForm: Maker = (random) =>
  grouped(itinDigits(random), [3, 2], random.pick(["-", "-", " ", ""]));

const itinDigits: Maker = (random) => {
  const group = random.pick([
    random.between(50, 65),
    random.between(70, 88),
    random.between(94, 99),
  ]);
  return `9${digits(random, 2)}${group}${digits(random, 4)}`;
};

export const usPassport: Maker = (random) =>
  random.pick([
    () => padded(random, 200_000_000, 699_999_999, 9),
    () => `${draw(random, "AXYZ", 1)}${digits(random, 8)}`,
  ])();

export const usDriverLicense: Maker = (random) =>
  random.pick([
    () => `${capitals(random, 1)}${digits(random, 7)}`,
    () => digits(random, 8),
    () => `${capitals(random, 1)}${digits(random, 12)}`,
    () => `${capitals(random, 1)}${digits(random, 3)}-${digits(random, 4)}-${digits(random, 4)}`,
    () => digits(random, 9),
  ])();

/** NPI (45 CFR 162.406): the check digit is Luhn's for 80840 followed by the number. */
export const npi: Maker = (random) => {
  const nine = `${random.pick(["1", "1", "2"])}${digits(random, 8)}`;
  return `${nine}${luhnDigit(`80840${nine}`)}`;
};

const MBI_LETTERS = "ACDEFGHJKMNPQRTUVWXY";

/** MBI (CMS, "Understanding the MBI"): its letters exclude S, L, O, I, B and Z. */
export const mbi: Maker = (random) => {
  const letter = () => draw(random, MBI_LETTERS, 1);
  const either = () => draw(random, `0123456789${MBI_LETTERS}`, 1);
  const digit = () => digits(random, 1);
  const code = [
    padded(random, 1, 9, 1),
    letter(),
    either(),
    digit(),
    letter(),
    either(),
    digit(),
    letter(),
    letter(),
    digit(),
    digit(),
  ].join("");
  return random.chance(0.5) ? code : grouped(code, [4, 3], "-");
};

/** ABA routing number: begins with a Federal Reserve district; weights 3, 7, 1 over nine digits. */
export const abaRouting: Maker = (random) => {
  const district = random.pick([padded(random, 1, 12, 2), padded(random, 21, 32, 2)]);
  const eight = `${district}${digits(random, 6)}`;
  return `${eight}${upToTen(weighted(eight, [3, 7, 1, 3, 7, 1, 3, 7]))}`;
};

/**
 * NINO (HMRC NIM39110): the prefix has no D, F, I, Q, U or V, and no O in second place, and is not
 * BG, GB, KN, NK, NT, TN or ZZ.
 */
export const nino: Maker = (random) => {
  const prefix = `${draw(random, "ABCEGHJKLMNOPRSTWXYZ", 1)}${draw(random, "ABCEGHJKLMNPRSTWXYZ", 1)}`;
  if (/BG|GB|KN|NK|NT|TN|ZZ/.test(prefix)) return nino(random);
  const code = `${prefix}${digits(random, 6)}${draw(random, "ABCD", 1)}`;
  return random.pick([code, grouped(code, [2, 2, 2, 2], " "), grouped(code, [2, 6], " ")]);
};

/**
 * NHS number (NHS Data Dictionary): weights 10 to 2, modulo 11. A number whose check digit would be
 * 10 is never issued.
 */
const nhsDigits: Maker = (random) => {
  const nine = `${random.pick(["4", "6", "7"])}${digits(random, 8)}`;
  const check = 11 - (weighted(nine, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return check === 10 ? nhsDigits(random) : `${nine}${check % 11}`;
};

export const nhsNumber: Maker = (random) =>
  grouped(nhsDigits(random), [3, 3], random.pick([" ", " ", "", "-"]));

export const gbPassport: Maker = (random) => padded(random, 100_000_000, 999_999_999, 9);

export const gbDriverLicense: Maker = (random) => {
  const surname = random.pick([
    "MORGA",
    "SMITH",
    "JONES",
    "TAYLO",
    "BROWN",
    "LEE99",
    "WILSO",
    "COX99",
    "HUGHE",
  ]);
  const month = random.between(1, 12) + (random.chance(0.5) ? 50 : 0);
  const born = `${digits(random, 1)}${String(month).padStart(2, "0")}${padded(random, 1, 28, 2)}${digits(random, 1)}`;
  return `${surname}${born}${capitals(random, 1)}${random.pick(["9", capitals(random, 1)])}${digits(random, 1)}${draw(random, "ACDEFGHJKLMNPRTUVWXY", 2)}`;
};

/** License plate since 2001 (DVLA, INF104): area, age, three letters. */
export const gbLicensePlate: Maker = (random) => {
  const area = `${draw(random, "ABCDEFGHKLMNOPRSVWY", 1)}${draw(random, "ABCDEFGHJKLMNOPRSTUVWXY", 1)}`;
  const age = random.pick([padded(random, 2, 24, 2), padded(random, 51, 74, 2)]);
  return `${area}${age} ${draw(random, "ABCDEFGHJKLMNOPRSTUVWXYZ", 3)}`;
};

export const gbPostcode: Maker = (random) =>
  `${random.pick(["SW1A", "M1", "B33", "CR2", "EC1A", "LS1", "G12", "EH8", "CF10", "BT7", "NE4", "OX1", "PL6", "W1T"])} ${random.between(1, 9)}${draw(random, "ABDEFGHJLNPQRSTUWXYZ", 2)}`;

export const zip: Maker = (random) => {
  const five = random.pick([
    "94103",
    "10001",
    "60614",
    "02139",
    "73301",
    "30303",
    "98101",
    "33101",
    "80202",
    "48201",
    "19103",
    "97205",
  ]);
  return random.chance(0.3) ? `${five}-${padded(random, 1, 9999, 4)}` : five;
};

export const gbAccount: Maker = (random) => padded(random, 10_000_000, 99_999_999, 8);

/** Card number of Visa, Mastercard, American Express or Discover (ISO/IEC 7812 with Luhn). */
export const creditCard: Maker = (random) => {
  const [prefix, length] = random.pick([
    ["4", 16],
    ["4", 16],
    ["51", 16],
    ["55", 16],
    ["2221", 16],
    ["34", 15],
    ["37", 15],
    ["6011", 16],
  ] as const);
  const payload = `${prefix}${digits(random, length - prefix.length - 1)}`;
  const code = `${payload}${luhnDigit(payload)}`;
  const gap = random.pick(["", " ", " ", "-"]);
  return length === 15 ? grouped(code, [4, 6], gap) : grouped(code, [4, 4, 4], gap);
};

export const isbn: Maker = (random) => {
  const twelve = `978${digits(random, 9)}`;
  const check = upToTen(weighted(twelve, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3]));
  return random.pick([`${twelve}${check}`, `${grouped(twelve, [3, 1, 4, 4], "-")}-${check}`]);
};
