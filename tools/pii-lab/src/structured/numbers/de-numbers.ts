import type { Random } from "../../random.ts";
import { mod11And10Digit, upToTen, weighted, weightedCrossSum } from "./check-digits.ts";
import { capitals, digits, draw, grouped, type Maker, padded } from "./draw.ts";

const SERIAL = "0123456789CFGHJKLMNPRTVWXYZ";
const DISTRICTS =
  "B M HH K F S D DO E L DD H N BO W BI BN MS KA MA A GE MG C BS KI HAL MD FR KR L MZ HB ES ERH FFB GAP MIL TBB BAD HD TÜ FÜ GÖ MÜ WÜ LÖ PLÖ NEA NES OHV UE STD WOB ZW EU IN";

/** Tax ID (§ 139b AO): eleven digits. One digit occurs two or three times among the first ten. */
export const taxId: Maker = (random) => {
  const [twice = "1", , ...rest] = shuffled(random, "0123456789");
  const payload = shuffled(random, `${rest.join("")}${twice}${twice}`).join("");
  if (payload.startsWith("0") || /(\d)\1\1/.test(payload)) return taxId(random);
  const code = `${payload}${mod11And10Digit(payload)}`;
  return random.chance(0.5) ? code : grouped(code, [2, 3, 3], " ");
};

export const taxNumber: Maker = (random) => {
  const office = padded(random, 10, 99, 2);
  const district = padded(random, 100, 899, 3);
  const serial = digits(random, 5);
  return random.pick([
    () => `${office}/${district}/${serial}`,
    () => `${padded(random, 110, 399, 3)}/${district}/${serial}`,
    () => `${padded(random, 101, 390, 3)}/${padded(random, 5000, 5999, 4)}/${digits(random, 4)}`,
    () => `${office}${district}/${serial}`,
    () => `${office} ${district} ${serial}`,
    () => `${padded(random, 21, 28, 2)}${office}0${district}${serial}`,
  ])();
};

/** Social security number (§ 2 VKVV). */
export const socialSecurity: Maker = (random) => {
  const area = random.pick(["02", "10", "12", "13", "15", "17", "24", "53", "65", "80"]);
  const birth = `${padded(random, 1, 28, 2)}${padded(random, 1, 12, 2)}${padded(random, 30, 99, 2)}`;
  const letter = capitals(random, 1);
  const serial = digits(random, 2);
  const place = String(letter.charCodeAt(0) - 64).padStart(2, "0");
  const sum = weightedCrossSum(
    `${area}${birth}${place}${serial}`,
    [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1],
  );
  const code = `${area}${birth}${letter}${serial}${sum % 10}`;
  return random.pick([code, code, grouped(code, [2, 6, 1], " "), grouped(code, [2, 6, 1, 2], " ")]);
};

/** Health insurance number (§ 290 SGB V). */
export const healthInsurance: Maker = (random) => {
  const letter = capitals(random, 1);
  const eight = digits(random, 8);
  const place = String(letter.charCodeAt(0) - 64).padStart(2, "0");
  const sum = weightedCrossSum(`${place}${eight}`, [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]);
  return `${letter}${eight}${sum % 10}`;
};

function shuffled(random: Random, characters: string): string[] {
  const left = [...characters];
  return left.map((_character, at) => {
    const other = random.between(at, left.length - 1);
    [left[at], left[other]] = [left[other] ?? "", left[at] ?? ""];
    return left[at] ?? "";
  });
}

function serial(random: Random, series: string): string {
  for (;;) {
    const code = `${draw(random, series, 1)}${draw(random, SERIAL, 8)}`;
    const letters = code.replace(/\d/g, "").length;
    if (letters >= 2 && letters <= 5) return code;
  }
}

function icaoDigit(code: string): string {
  const values = [...code].map((character) =>
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".indexOf(character),
  );
  return String(values.reduce((sum, value, at) => sum + value * ([7, 3, 1][at % 3] ?? 0), 0) % 10);
}

function documentNumber(series: string): Maker {
  return (random) => {
    const code = serial(random, series);
    return random.chance(0.3) ? `${code}${icaoDigit(code)}` : code;
  };
}

export const idCard = documentNumber("LMNPRTVWXYZ");
export const passport = documentNumber("CFGHJK");

/**
 * Number of a driver's license (Annex 8 to § 25 FeV): a letter, two digits, six characters, a check
 * digit modulo 11, and the number of the copy.
 */
export const driverLicense: Maker = (random) => {
  const nine = `${capitals(random, 1)}${digits(random, 2)}${draw(random, "0123456789ABCDEFGHIJKLMNPRSTUVWXYZ", 6)}`;
  const values = [...nine].map((character) => Number.parseInt(character, 36));
  const rest = values.reduce((sum, value, at) => sum + value * (9 - at), 0) % 11;
  const code = `${nine}${rest === 10 ? "X" : rest}${random.between(1, 9)}`;
  return /[A-Z]/.test(code.slice(1)) ? code : driverLicense(random);
};

/** VAT ID of Germany (§ 27a UStG), Austria (ATU, BMF) or Switzerland (UID, eCH-0097). */
export const vatId: Maker = (random) => {
  const kind = random.below(10);
  if (kind === 0) return austrianVatId(digits(random, 7));
  if (kind === 1) return swissVatId(random);
  const eight = padded(random, 10_000_000, 99_999_999, 8);
  const nine = `${eight}${mod11And10Digit(eight)}`;
  return random.pick([`DE${nine}`, `DE${nine}`, `DE ${nine}`, `DE ${grouped(nine, [3, 3], " ")}`]);
};

function austrianVatId(seven: string): string {
  const sum = weightedCrossSum(seven, [1, 2, 1, 2, 1, 2, 1]);
  return `ATU${seven}${upToTen(sum + 4)}`;
}

function swissVatId(random: Random): string {
  const eight = padded(random, 10_000_000, 99_999_999, 8);
  const check = (11 - (weighted(eight, [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11;
  if (check === 10) return swissVatId(random);
  const nine = `${eight}${check}`;
  return random.pick([
    `CHE-${grouped(nine, [3, 3], ".")}`,
    `CHE-${grouped(nine, [3, 3], ".")} MWST`,
  ]);
}

/** Number in the commercial register (§ 3 HRV). */
export const commercialRegister: Maker = (random) => {
  const section = random.pick(["HRB", "HRB", "HRB", "HRA"]);
  const number = String(random.between(10, 299_999));
  return random.pick([
    `${section} ${number}`,
    `${section} ${number}`,
    `${section}${number}`,
    `${section} ${number} B`,
  ]);
};

/** License plate (§ 9 FZV): at most eight characters. */
export const licensePlate: Maker = (random) => {
  const district = random.pick(DISTRICTS.split(" "));
  const letters = draw(
    random,
    "ABCDEFGHKLMNPRTUVWXYZ",
    district.length === 3 ? 2 : random.between(1, 2),
  );
  if (/HJ|KZ|NS|SA|SS/.test(letters)) return licensePlate(random);
  const number = String(random.between(10, district.length === 3 ? 999 : 9999));
  const suffix = random.chance(0.1) && number.length < 4 ? random.pick(["E", "H"]) : "";
  const joint = random.pick([
    ["-", " "],
    ["-", " "],
    ["-", "-"],
    [" ", " "],
  ]);
  return `${district}${joint[0]}${letters}${joint[1]}${number}${suffix}`;
};

/** Number of a physician, LANR (KBV guideline under § 75 (7) SGB V). */
export const lanr: Maker = (random) => {
  const six = padded(random, 100_000, 999_999, 6);
  return `${six}${upToTen(weighted(six, [4, 9, 4, 9, 4, 9]))}${padded(random, 1, 69, 2)}`;
};

export const bsnr: Maker = (random) =>
  `${random.pick(["01", "02", "03", "17", "20", "38", "46", "51", "52", "71", "72", "78", "83", "88", "93", "98"])}${padded(random, 1, 9_999_999, 7)}`;
