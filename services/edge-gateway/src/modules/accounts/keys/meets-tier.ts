import type { Tier } from "@veil/contracts/public/registration";
import type { CustomerCaller } from "./caller.ts";

const RANK: Readonly<Record<Tier, number>> = { free: 0, pro: 1, enterprise: 2 };

export function meetsTier({ tier }: Pick<CustomerCaller, "tier">, minimum: Tier): boolean {
  return RANK[tier] >= RANK[minimum];
}
