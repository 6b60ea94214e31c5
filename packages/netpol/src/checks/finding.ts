/** What `check` asks, in the order in which it reports. */
export const CHECKS = {
  "sandboxes-apart": "no path leads from sandbox A to sandbox B, nor back",
  "sandbox-alike": "whoever stands for a sandbox is bound by exactly its policies",
  "sandbox-doors": "nothing but the listed peers reaches sandbox A or B",
  "only-listed-edges": "every open edge is listed",
  "listed-edges-open": "every listed edge is open",
  "only-proxies-leave":
    "only the proxies reach addresses outside, and nothing outside reaches a pod",
  "unknown-pods": "an unknown pod in any namespace reaches nothing, and nothing reaches it",
  "closed-by-default": "every namespace is closed both ways by default",
  "both-ends": "every edge is opened at both of its ends",
  "no-dead-rule": "every rule lets something through",
  "policies-bind": "every pod is bound, no other kind of policy or Service leads around",
} as const;

/** The name of a check. */
export type CheckName = keyof typeof CHECKS;

/** A breach of one check. */
export interface Finding {
  readonly check: CheckName;
  /** The edge or the object that is wrong, such as `veil-identity/bridge -> veil-inference/inference-worker`. */
  readonly edge: string;
  /** What is wrong, with ports. */
  readonly message: string;
  /** `namespace/name` of the policies that cause it. */
  readonly policies: readonly string[];
}

/** What the checks found. */
export interface CheckReport {
  readonly findings: readonly Finding[];
  /** How many workloads, policies and open edges were looked at. */
  readonly counts: {
    readonly workloads: number;
    readonly policies: number;
    readonly edges: number;
  };
  /** Kinds that `policies-bind` would judge, and of which the input held none: none exists, or none was asked for. */
  readonly kindsNotRead: readonly string[];
  /** Everything that each sandbox and each proxy can reach, over any number of pods: for the reader. */
  readonly paths: readonly string[];
  /** What was not judged, and what is unusual and no breach. */
  readonly notes: readonly string[];
}
