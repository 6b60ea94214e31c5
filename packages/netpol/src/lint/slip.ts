/** A slip in one policy. */
export interface Slip {
  /** Short name, such as `missing-policy-types`. */
  readonly rule: string;
  /** Where it is and what it does. */
  readonly message: string;
}

/** A slip and whose it is. */
export interface LintFinding extends Slip {
  /** `NetworkPolicy namespace/name`, or another object. */
  readonly policy: string;
  /** The file, and the place in it. */
  readonly source: string;
}
