/** The checks and what they prove, in the order of the report. */
export const CHECKS = {
  "sandboxes-apart": "no path leads from sandbox A to sandbox B or back",
  "sandbox-equivalent": "every member of a sandbox is bound by exactly the same policies",
  "sandbox-peers": "nothing but the listed peers reaches sandbox A or B",
  "only-listed-edges": "every open edge is listed",
  "listed-edges-open": "every listed edge is open",
  "only-proxies-leave":
    "only the proxies reach addresses outside, and nothing outside reaches a pod",
  "unknown-pods": "an unknown pod in any namespace reaches nothing, and nothing reaches it",
  "closed-by-default": "every namespace is closed both ways by default",
  "both-ends": "every edge is opened at both of its ends",
  "no-dead-rule": "every rule allows a connection",
  "policies-bind": "every pod is bound, no other kind of policy or Service bypasses the policies",
} as const;

export type CheckName = keyof typeof CHECKS;

export interface CheckFinding {
  readonly check: CheckName;
  /** An edge or an object, such as `veil-identity/bridge -> veil-inference/inference-worker`. */
  readonly edge: string;
  readonly message: string;
  readonly policies: readonly string[];
}

export interface CheckReport {
  readonly findings: readonly CheckFinding[];
  readonly counts: {
    readonly workloads: number;
    readonly policies: number;
    readonly edges: number;
  };
  /** Kinds that `policies-bind` would check, but that were not in the input. */
  readonly kindsNotRead: readonly string[];
  /** What each sandbox can reach, over any number of pods. These lines are only information. */
  readonly paths: readonly string[];
  /** What the check did not cover, and anything unusual that is not a finding. */
  readonly notes: readonly string[];
}
