import { digits, draw, type Maker, padded } from "./draw.ts";

const MONTHS_DE = [
  "Januar",
  "Februar",
  "März",
  "April",
  "Mai",
  "Juni",
  "Juli",
  "August",
  "September",
  "Oktober",
  "November",
  "Dezember",
];
const MONTHS_EN = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

export const germanBirthDate: Maker = (random) => {
  const [day, month, year] = [
    random.between(1, 28),
    random.between(1, 12),
    random.between(1930, 2015),
  ];
  const two = (number: number) => String(number).padStart(2, "0");
  return random.pick([
    `${two(day)}.${two(month)}.${year}`,
    `${two(day)}.${two(month)}.${year}`,
    `${day}.${month}.${year}`,
    `${day}. ${MONTHS_DE[month - 1] ?? ""} ${year}`,
    `${year}-${two(month)}-${two(day)}`,
  ]);
};

export const englishBirthDate: Maker = (random) => {
  const [day, month, year] = [
    random.between(1, 28),
    random.between(1, 12),
    random.between(1930, 2015),
  ];
  const two = (number: number) => String(number).padStart(2, "0");
  const name = MONTHS_EN[month - 1] ?? "";
  return random.pick([
    `${two(month)}/${two(day)}/${year}`,
    `${year}-${two(month)}-${two(day)}`,
    `${name} ${day}, ${year}`,
    `${day} ${name} ${year}`,
    `${day} ${name.slice(0, 3)} ${year}`,
  ]);
};

export const germanPostcode: Maker = (random) =>
  random.pick([
    "10115",
    "80331",
    "22085",
    "50667",
    "01067",
    "99084",
    "70173",
    "04109",
    "60311",
    "28195",
    "90402",
    "18055",
    "24103",
    "39104",
    "66111",
  ]);

export const age: Maker = (random) => String(random.between(18, 96));

export const recordNumber: Maker = (random) =>
  random.pick([
    () => padded(random, 1_000_000, 99_999_999, 7),
    () => `KD-${digits(random, 6)}`,
    () => `${draw(random, "ABCDEFGHJKLMNPRTUVWXYZ", 2)}${digits(random, 7)}`,
    () => `P-${padded(random, 1000, 99_999, 5)}`,
    () => `${padded(random, 2015, 2026, 4)}-${digits(random, 6)}`,
    () => `${padded(random, 100, 999, 3)}.${digits(random, 3)}.${digits(random, 3)}`,
  ])();

export const orderNumber: Maker = (random) =>
  random.pick([
    () => digits(random, random.between(6, 10)).replace(/^0/, "4"),
    () => `${draw(random, "ABDEOQS", 2)}-${digits(random, 6)}`,
    () => `2026-${digits(random, 5)}`,
    () => `R${padded(random, 2020, 2026, 4)}/${digits(random, 4)}`,
  ])();

export const version: Maker = (random) =>
  random.pick([
    () => `${random.between(0, 30)}.${random.between(0, 40)}.${random.between(0, 99)}`,
    () =>
      `v${random.between(1, 9)}.${random.between(0, 20)}.${random.between(0, 9)}-rc.${random.between(1, 4)}`,
    () => `${random.between(1, 30)}.${random.between(0, 20)}`,
  ])();

export const price: Maker = (random) =>
  random.pick([
    () => `${random.between(1, 999)},${padded(random, 0, 99, 2)} €`,
    () => `$${random.between(1, 9)},${padded(random, 0, 999, 3)}.${padded(random, 0, 99, 2)}`,
    () => `EUR ${random.between(1, 99)}.${padded(random, 0, 999, 3)},00`,
    () => `£${random.between(1, 99_999)}`,
  ])();

export const clockTime: Maker = (random) =>
  random.pick([
    () => `${padded(random, 0, 23, 2)}:${padded(random, 0, 59, 2)}:${padded(random, 0, 59, 2)}`,
    () => `${random.between(1, 12)}:${padded(random, 0, 59, 2)} pm`,
    () => `${random.between(0, 23)}.${padded(random, 0, 59, 2)} Uhr`,
  ])();

export const plainDate: Maker = (random) =>
  random.pick([
    () => `${padded(random, 1, 28, 2)}.${padded(random, 1, 12, 2)}.2026`,
    () => `2026-${padded(random, 1, 12, 2)}-${padded(random, 1, 28, 2)}`,
    () => `${padded(random, 1, 12, 2)}/${padded(random, 1, 28, 2)}/2026`,
  ])();
