export interface RuleFinding {
  /** Such as `missing-policy-types`. */
  readonly rule: string;
  readonly message: string;
}

export interface LintFinding extends RuleFinding {
  /** `NetworkPolicy namespace/name`, or another object. */
  readonly policy: string;
  readonly source: string;
}
