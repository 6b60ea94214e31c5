import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import type { Profile } from "@veil/local-stack";

export const SERVERS = ["postgres", "redis", "rabbitmq"] as const;
export type ServerName = (typeof SERVERS)[number];

export type Target = ServiceName | ServerName;

const ALL_HAVE = ["kill", "pause", "partition"] as const;
export const SERVICE_FAULTS = [...ALL_HAVE, "move-clock"] as const;
export const SERVER_FAULTS = [...ALL_HAVE, "fill-disk"] as const;
export const FAULT_KINDS = [...ALL_HAVE, "move-clock", "fill-disk"] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that can be injected. */
export interface FaultChoice {
  readonly target: Target;
  readonly kind: FaultKind;
}

export interface InjectedFault extends FaultChoice {
  /** From the first request of the round until the fault begins. */
  readonly afterMs: number;
  readonly lastsMs: number;
  /** How many seconds `move-clock` moves the clock, into the past if negative. */
  readonly clockS: number;
}

/** A fault that this machine or profile does not allow. */
export interface SkippedFault extends FaultChoice {
  readonly reason: string;
}

export function isServer(target: Target): target is ServerName {
  return (SERVERS as readonly Target[]).includes(target);
}

export function targetsOf(profile: Profile): readonly Target[] {
  return profile === "cluster" ? [...SERVICE_NAMES, ...SERVERS] : [...SERVICE_NAMES, "postgres"];
}
