import { createHash } from "node:crypto";
import type { Random } from "../../random.ts";
import { digits, draw, grouped, type Maker, padded } from "./draw.ts";

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const HEX = "0123456789abcdef";
const ALNUM = `${LOWER}${LOWER.toUpperCase()}0123456789`;
const FIRST = [
  "anna",
  "jonas",
  "maria",
  "peter",
  "li",
  "fatima",
  "max",
  "sofia",
  "tom",
  "aylin",
  "george",
  "müller",
  "j",
  "kev1n",
];
const LAST = [
  "weber",
  "smith",
  "okafor",
  "nguyen",
  "garcia",
  "yilmaz",
  "kowalski",
  "oconnor",
  "schmidt",
  "lopez",
  "dubois",
  "rossi",
];
const HOSTS = [
  "example.com",
  "mail.example.org",
  "gmail.com",
  "web.de",
  "t-online.de",
  "uni-koeln.de",
  "firma-nord.de",
  "bücher.example",
  "acme.co.uk",
  "post.at",
  "bluewin.ch",
  "sub.dept.company.io",
  "gmx.net",
  "outlook.com",
];

export const email: Maker = (random) => {
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  const local = random.pick([
    `${first}.${last}`,
    `${first}_${last}`,
    `${first}${random.between(1, 99)}`,
    `${first.charAt(0)}.${last}`,
    `${last}+news`,
    `${first}-${last}`,
    last,
    `${first}.${last}.ext`,
  ]);
  const address = `${local}@${random.pick(HOSTS)}`;
  return random.chance(0.08) ? address.toUpperCase() : address;
};

export const personalUrl: Maker = (random) => {
  const [first, last] = [random.pick(FIRST).replace("ü", "ue"), random.pick(LAST)];
  return random.pick([
    () => `https://www.linkedin.com/in/${first}-${last}-${digits(random, 4)}`,
    () => `https://github.com/${first}${last}${digits(random, 2)}`,
    () => `https://www.xing.com/profile/${first}_${last}`,
    () => `https://www.facebook.com/${first}.${last}.${digits(random, 2)}`,
    () => `https://www.instagram.com/${first}_${last}/`,
    () => `https://people.example.edu/~${last}/cv.html`,
    () => `https://${last}:${draw(random, ALNUM, 10)}@intern.example.com/repo.git`,
  ])();
};

export const handle: Maker = (random) => {
  const [first, last] = [random.pick(FIRST).replace("ü", "ue"), random.pick(LAST)];
  return random.pick([
    `${first}${last}${digits(random, 2)}`,
    `${first}_${last}`,
    `${first.charAt(0)}${last}`,
    `${last}.${first}`,
    `${first}${digits(random, 4)}`,
  ]);
};

const ipv4: Maker = (random) =>
  random.pick([
    () => `192.168.${random.below(256)}.${random.between(1, 254)}`,
    () => `10.${random.below(256)}.${random.below(256)}.${random.between(1, 254)}`,
    () =>
      `${random.between(11, 223)}.${random.below(256)}.${random.below(256)}.${random.between(1, 254)}`,
  ])();

const ipv6: Maker = (random) => {
  const group = () => draw(random, HEX, random.between(1, 4)).replace(/^0+(?=.)/, "");
  return random.pick([
    () => `2001:db8:${group()}:${group()}:${group()}:${group()}:${group()}:${group()}`,
    () => `2001:db8::${group()}:${group()}`,
    () => `fe80::${group()}:${group()}:${group()}:${group()}`,
    () => `2a02:${group()}:${group()}::${group()}`,
    () => `2001:0db8:85a3:0000:0000:8a2e:${draw(random, HEX, 4)}:${draw(random, HEX, 4)}`,
  ])();
};

export const ipAddress: Maker = (random) => (random.chance(0.6) ? ipv4(random) : ipv6(random));

export const macAddress: Maker = (random) => {
  const code = draw(random, HEX, 12);
  const written = random.pick([
    grouped(code, [2, 2, 2, 2, 2], ":"),
    grouped(code, [2, 2, 2, 2, 2], ":"),
    grouped(code, [2, 2, 2, 2, 2], "-"),
    grouped(code, [4, 4], "."),
  ]);
  return random.chance(0.4) ? written.toUpperCase() : written;
};

const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/**
 * Returns Base58Check: a version and 20 octets, followed by four octets of their double SHA-256.
 */
function base58Check(random: Random, version: number): string {
  const payload = Buffer.from([version, ...Array.from({ length: 20 }, () => random.below(256))]);
  const sha = (bytes: Buffer) => createHash("sha256").update(bytes).digest();
  const bytes = Buffer.concat([payload, sha(sha(payload)).subarray(0, 4)]);
  let number = BigInt(`0x${bytes.toString("hex")}`);
  let written = "";
  for (; number > 0n; number /= 58n) written = `${BASE58.charAt(Number(number % 58n))}${written}`;
  return version === 0 ? `1${written}` : written;
}

const BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Returns a Bitcoin address by BIP 173 (version 0) or BIP 350 (version 1). */
function bech32(random: Random): string {
  const version = random.below(2);
  const values = [
    version,
    ...Array.from({ length: version === 0 ? 32 : 52 }, () => random.below(32)),
  ];
  // Each character has five bits. The bits after the last whole octet must be zero.
  if (version === 1) values[52] = (values[52] ?? 0) & 0b10000;
  const check =
    polymod([3, 3, 0, 2, 3, ...values, 0, 0, 0, 0, 0, 0]) ^ (version === 0 ? 1 : 0x2bc830a3);
  const digits6 = Array.from({ length: 6 }, (_value, at) => (check >>> (5 * (5 - at))) & 31);
  return `bc1${[...values, ...digits6].map((value) => BECH32.charAt(value)).join("")}`;
}

function polymod(values: readonly number[]): number {
  const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
  let sum = 1;
  for (const value of values) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ value;
    generator.forEach((part, at) => {
      if ((top >>> at) & 1) sum ^= part;
    });
  }
  return sum;
}

export const cryptoWallet: Maker = (random) =>
  random.pick([
    () => base58Check(random, 0),
    () => base58Check(random, 5),
    () => bech32(random),
    () => `0x${draw(random, HEX, 40)}`,
  ])();

export const secret: Maker = (random) =>
  random.pick([
    () => `AKIA${draw(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", 16)}`,
    () => `ghp_${draw(random, ALNUM, 36)}`,
    () => `glpat-${draw(random, ALNUM, 20)}`,
    () => `sk-proj-${draw(random, ALNUM, 48)}`,
    () => `sk_live_${draw(random, ALNUM, 24)}`,
    () => `xoxb-${digits(random, 12)}-${digits(random, 12)}-${draw(random, ALNUM, 24)}`,
    () => `AIza${draw(random, ALNUM, 35)}`,
    () => `npm_${draw(random, ALNUM, 36)}`,
    () => jsonWebToken(random),
  ])();

function jsonWebToken(random: Random): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: digits(random, 8), iat: 1_700_000_000 })}.${draw(random, `${ALNUM}-`, 43).replace(/-$/, "A")}`;
}

export const internationalPhone: Maker = (random) =>
  random.pick([
    () =>
      `+49 ${random.pick(["30", "40", "89", "221"])} ${padded(random, 2_000_000, 7_999_999, 7)}`,
    () => `+49 (0)${random.pick(["30", "40", "89"])} ${padded(random, 2_000_000, 7_999_999, 7)}`,
    () =>
      `+49${random.pick(["151", "160", "170", "171", "172", "176"])}${padded(random, 2_000_000, 9_999_999, 7)}`,
    () => `0049 171 ${padded(random, 2_000_000, 9_999_999, 7)}`,
    () => `+43 664 ${padded(random, 1_000_000, 9_999_999, 7)}`,
    () => `+41 79 ${padded(random, 200, 999, 3)} ${digits(random, 2)} ${digits(random, 2)}`,
    () =>
      `+1 ${usArea(random)} ${padded(random, 220, 910, 3).replace(/11$/, "12")} ${digits(random, 4)}`,
    () =>
      `+1 (${usArea(random)}) ${padded(random, 220, 910, 3).replace(/11$/, "12")}-${digits(random, 4)}`,
    () => `+44 20 7${digits(random, 3)} ${digits(random, 4)}`,
    () => `+44 77${digits(random, 2)} ${digits(random, 6)}`,
    () => `+33 6 ${grouped(padded(random, 10_000_000, 69_999_999, 8), [2, 2, 2], " ")}`,
  ])();

export const germanPhone: Maker = (random) =>
  random.pick([
    () => `030 ${padded(random, 2_000_000, 7_999_999, 7)}`,
    () => `089/${padded(random, 2_000_000, 7_999_999, 7)}`,
    () => `0171 ${padded(random, 2_000_000, 9_999_999, 7)}`,
    () => `0176-${padded(random, 20_000_000, 99_999_999, 8)}`,
    () => `(0221) ${padded(random, 200_000, 799_999, 6)}`,
    () => `0151 ${grouped(padded(random, 20_000_000, 59_999_999, 8), [2, 2, 2], " ")}`,
  ])();

export const usPhone: Maker = (random) => {
  const exchange = padded(random, 220, 910, 3).replace(/11$/, "12");
  const [area, line] = [usArea(random), digits(random, 4)];
  return random.pick([
    `(${area}) ${exchange}-${line}`,
    `${area}-${exchange}-${line}`,
    `${area}.${exchange}.${line}`,
    `1-${area}-${exchange}-${line}`,
    `(${area}) ${exchange}-${line} ext. ${random.between(10, 999)}`,
  ]);
};

function usArea(random: Random): string {
  return random.pick(["212", "415", "312", "617", "206", "305", "512", "404", "702", "303"]);
}
