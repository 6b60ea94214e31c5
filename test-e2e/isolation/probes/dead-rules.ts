import type { NftRule } from "../network/open-network.ts";

export interface DeadRule {
  readonly policy: string;
  /** True for rules about IPv6, which cannot match because the pods have only IPv4 addresses. */
  readonly ipv6: boolean;
}

export function deadRules(rules: readonly NftRule[]): readonly DeadRule[] {
  return rules
    .filter(({ expr }) => expr.some((part) => "return" in part))
    .filter(({ expr }) => expr.some((part) => packetsOf(part) === 0))
    .map(({ comment = "", expr }) => ({
      policy: comment,
      ipv6: JSON.stringify(expr).includes('"ip6"'),
    }));
}

function packetsOf(part: Readonly<Record<string, unknown>>): number | undefined {
  const { counter } = part as { counter?: { packets?: number } };
  return counter?.packets;
}
