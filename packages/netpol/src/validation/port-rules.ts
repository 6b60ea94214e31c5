import { PROTOCOLS } from "../manifests/cluster.ts";
import type { DecodedPort } from "../manifests/decode-policy.ts";
import type { Rule } from "./rule.ts";

const MAX_NAME = 15;

/** The rules of `ValidateNetworkPolicyPort`, and for names, the rules of `IsValidPortName`. */
export const PORT_RULES: readonly Rule<DecodedPort>[] = [
  {
    rule: "protocol",
    says: ".protocol must be TCP, UDP or SCTP",
    refuses: ({ protocol }) =>
      protocol !== undefined && !PROTOCOLS.some((known) => known === protocol),
  },
  {
    rule: "port-number",
    says: ".port must be a port from 1 to 65535",
    refuses: ({ port }) => typeof port === "number" && !isPortNumber(port),
  },
  {
    rule: "port-name",
    says: ".port is neither a number nor the name of a port",
    refuses: ({ port }) => typeof port === "string" && !isPortName(port),
  },
  {
    rule: "end-port-number",
    says: ".endPort must be a port from 1 to 65535",
    refuses: ({ port, endPort }) =>
      typeof port === "number" && endPort !== undefined && !isPortNumber(endPort),
  },
  {
    rule: "end-port-below-port",
    says: ".endPort is less than port",
    refuses: ({ port, endPort }) =>
      typeof port === "number" && endPort !== undefined && endPort < port,
  },
  {
    rule: "end-port-of-name",
    says: ".endPort needs a port from 1 to 65535, not the name of one",
    refuses: ({ port, endPort }) => typeof port === "string" && endPort !== undefined,
  },
  {
    rule: "end-port-without-port",
    says: ".endPort needs a port from 1 to 65535",
    refuses: ({ port, endPort }) => port === undefined && endPort !== undefined,
  },
];

function isPortNumber(port: number): boolean {
  return port >= 1 && port <= 65_535;
}

function isPortName(name: string): boolean {
  const words = name.split("-");
  return (
    name.length <= MAX_NAME && /[a-z]/.test(name) && words.every((word) => /^[a-z0-9]+$/.test(word))
  );
}
