const FACTORS: Readonly<Record<string, number>> = {
  ...{ "": 1, m: 0.001, k: 1e3, M: 1e6, G: 1e9 },
  ...{ Ki: 2 ** 10, Mi: 2 ** 20, Gi: 2 ** 30 },
};

/** Parses quantities such as `500m` or `24Gi`. @throws Error for anything else */
export function quantity(value: unknown): number {
  const [, digits, suffix = ""] = /^(\d+(?:\.\d+)?)([A-Za-z]*)$/.exec(String(value)) ?? [];
  const factor = FACTORS[suffix];
  if (digits === undefined || factor === undefined) throw new Error(`not a quantity: ${value}`);
  return Number(digits) * factor;
}
