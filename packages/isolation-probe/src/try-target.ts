import { lookup } from "node:dns/promises";
import { connect } from "node:net";
import type { ProbedTarget, ProbeOutcome } from "@veil/contracts/isolation";
import type { ExpectedTarget } from "./read-config.ts";

/** Tries to connect to a target. It sends no data. */
export async function tryTarget(target: ExpectedTarget, timeoutMs: number): Promise<ProbedTarget> {
  const { name, host, port, expected } = target;
  const address = await addressOf(host);
  const outcome = address === null ? "unresolved" : await tryAddress(address, port, timeoutMs);
  return { name, address, port, expected, outcome };
}

async function addressOf(host: string): Promise<string | null> {
  try {
    return (await lookup(host)).address;
  } catch {
    return null;
  }
}

function tryAddress(host: string, port: number, timeoutMs: number): Promise<ProbeOutcome> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (outcome: ProbeOutcome) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(outcome);
    };
    const timer = setTimeout(() => settle("silent"), timeoutMs);
    socket.once("connect", () => settle("connected"));
    socket.once("error", ({ code }: NodeJS.ErrnoException) => settle(outcomeOf(code)));
  });
}

/**
 * Returns the outcome for an error code. An unknown error must not count as proof that the target
 * is blocked.
 */
function outcomeOf(code: string | undefined): ProbeOutcome {
  switch (code) {
    case "ETIMEDOUT":
      return "silent";
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "EACCES":
    case "EPERM":
      return "unreachable";
    default:
      return "refused";
  }
}
