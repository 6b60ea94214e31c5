import { type VerificationCode, VerificationError } from "@veil/crypto/portable";

/**
 * The verifier's steps in order, each with a different code. `docs/veil-format.md` explains what
 * each step checks.
 */
export const VERIFICATION_STEPS = {
  strict_json: { code: "malformed", title: "It is one JSON document that has one reading" },
  protocol: { code: "unsupported_version", title: "Its type and version are known" },
  schema: { code: "bad_schema", title: "It has the members of a certificate, and no others" },
  manifest_trust: {
    code: "untrusted_manifest",
    title: "The key manifest has the signatures of the pinned keys",
  },
  manifest_link: {
    code: "wrong_manifest",
    title: "The certificate names this manifest, or one before it",
  },
  signature: { code: "bad_signature", title: "The signer signed the certificate" },
  log_entry: { code: "wrong_log_entry", title: "The logged event names this certificate" },
  checkpoint: { code: "bad_checkpoint", title: "The log signed the checkpoint" },
  inclusion: { code: "not_in_log", title: "The event is in the log of that checkpoint" },
  witnesses: { code: "not_witnessed", title: "Every pinned witness signed the checkpoint" },
  key_validity: { code: "key_not_valid", title: "Every key was valid at that time" },
  components: { code: "wrong_components", title: "Every component made one claim" },
  legs: { code: "joined_legs", title: "No two legs of the call share an id" },
  batch_paths: { code: "not_in_batch", title: "Each claim is in its component's batch" },
  batch_signatures: {
    code: "bad_claim_signature",
    title: "Each component signed its batch with its own key",
  },
  claim_times: { code: "wrong_time", title: "Claims, batches and certificate follow each other" },
  own_classes: {
    code: "foreign_class",
    title: "No component received or emitted what is not its own",
  },
  edges: { code: "edge_mismatch", title: "Both ends of every edge name the same bytes" },
  token: { code: "token_mismatch", title: "The worker received the token that the bridge made" },
  context: {
    code: "context_mismatch",
    title: "Every field at the worker is one that the sanitiser wrote",
  },
  response: {
    code: "response_mismatch",
    title: "There is a response exactly when the call had one",
  },
  probe_reports: {
    code: "unproven_isolation",
    title: "The probes of both sandboxes signed what is said of their networks",
  },
  probe_age: { code: "stale_probe", title: "The probes' findings were fresh" },
} as const satisfies Readonly<Record<string, VerificationStep>>;

interface VerificationStep {
  readonly code: VerificationCode;
  readonly title: string;
}

export type StepName = keyof typeof VERIFICATION_STEPS;

/** Throws an error with the step's code unless the condition holds. */
export type Require = (holds: boolean, problem: string) => void;

/** Runs one step, and converts any error that it throws to an error with the step's code. */
export type RunStep = (name: StepName, check: (require: Require) => void) => void;

/** Returns the function with which the check of a step requires its conditions. */
export function requireOf(code: VerificationCode): Require {
  return (holds, problem) => {
    if (!holds) throw new VerificationError(code, problem);
  };
}

/** Converts what the check of a step threw to an error with the step's code. */
export function stepError(code: VerificationCode, cause: unknown): VerificationError {
  if (!(cause instanceof VerificationError))
    return new VerificationError(code, "this could not be checked", { cause });
  return cause.code === code ? cause : new VerificationError(code, cause.message, { cause });
}

/**
 * Creates a function that runs steps.
 * @param without - a step to omit, only for tests
 */
export function createSteps(without?: StepName): RunStep {
  return (name, check) => {
    if (name === without) return;
    const { code } = VERIFICATION_STEPS[name];
    try {
      check(requireOf(code));
    } catch (cause) {
      throw stepError(code, cause);
    }
  };
}
