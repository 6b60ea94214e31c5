export interface RuleFinding {
  /** Short name, such as `missing-policy-types`. */
  readonly rule: string;
  readonly message: string;
}

/** A finding with its policy. */
export interface LintFinding extends RuleFinding {
  /** `NetworkPolicy namespace/name`, or another object. */
  readonly policy: string;
  /** The file, and the place in it. */
  readonly source: string;
}
