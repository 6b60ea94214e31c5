export interface RuleFinding {
  /** The name of the rule, such as `missing-policy-types`. */
  readonly rule: string;
  readonly message: string;
}

export interface LintFinding extends RuleFinding {
  /** The object, such as `NetworkPolicy namespace/name`. */
  readonly policy: string;
  readonly source: string;
}
