import { SERVICE_NAMES, type ServiceName } from "@veil/crypto";
import type { Profile } from "@veil/local-stack";

export const SERVERS = ["postgres", "redis", "rabbitmq"] as const;
export type ServerName = (typeof SERVERS)[number];

export type Target = ServiceName | ServerName;

export const FAULT_KINDS = ["kill", "pause", "partition"] as const;
type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault that can be injected. */
export interface FaultChoice {
  readonly target: Target;
  readonly kind: FaultKind;
}

export interface InjectedFault extends FaultChoice {
  /** From the first request of the round until the fault begins. */
  readonly afterMs: number;
  readonly lastsMs: number;
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
