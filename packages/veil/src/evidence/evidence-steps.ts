import type { VerificationCode } from "@veil/crypto/portable";
import { type Require, requireOf, stepError } from "../verifier/steps.ts";

interface EvidenceStep {
  readonly code: VerificationCode;
  readonly title: string;
}

/**
 * The steps that verify an evidence pack, in order, each with a different code.
 * `docs/evidence-pack.md` explains what each step checks.
 */
export const EVIDENCE_STEPS = {
  archive: { code: "bad_archive", title: "It is one whole zip archive, which has one reading" },
  names: { code: "unsafe_name", title: "No name of a file leads out of a folder" },
  once: { code: "duplicate_entry", title: "No name is there twice" },
  sizes: { code: "huge_entry", title: "No file is larger than its kind can be" },
  index: { code: "no_index", title: "There is an index" },
  envelope: { code: "bad_envelope", title: "The index is a DSSE envelope with one signature" },
  statement: { code: "bad_statement", title: "It contains an in-toto statement about a pack" },
  complete: { code: "missing_file", title: "Every file of the index is there" },
  nothing_else: { code: "extra_file", title: "No other file is there" },
  unchanged: { code: "changed_file", title: "Every file has the hash that the index names" },
  manifest_trust: {
    code: "untrusted_manifest",
    title: "The key manifest has the signatures of the pinned keys",
  },
  manifest_link: { code: "wrong_manifest", title: "The index names this manifest" },
  index_key: { code: "unknown_key", title: "The manifest lists the key that signed the index" },
  signature: { code: "bad_signature", title: "That key signed the index" },
  key_validity: { code: "key_not_valid", title: "It was valid when the pack was made" },
  checkpoint: { code: "bad_checkpoint", title: "The log signed the checkpoint" },
  witnesses: { code: "not_witnessed", title: "Every pinned witness signed the checkpoint" },
  list: { code: "bad_list", title: "The list has each certificate of the period once" },
  draw: { code: "wrong_sample", title: "The sample is the one that the checkpoint draws" },
  certificates: { code: "bad_certificate", title: "Every sampled certificate is valid" },
  logged: { code: "wrong_log_entry", title: "The log names the hashes that the list names" },
  consistency: { code: "forked_log", title: "All checkpoints are of one log that only grew" },
  fresh: { code: "stale_checkpoint", title: "The checkpoint is not older than the pack" },
  posture: { code: "wrong_posture", title: "The posture counts its controls, at that checkpoint" },
  assessment: {
    code: "wrong_assessment",
    title: "The OSCAL assessment states what the posture states",
  },
  catalog: { code: "wrong_catalog", title: "The OSCAL catalog has the controls of the posture" },
  release: { code: "wrong_release", title: "Release and accuracy report are those of the posture" },
  isolation: {
    code: "unproven_isolation",
    title: "The probes of both sandboxes signed what is said of their networks",
  },
  documents: { code: "wrong_document", title: "Processing record and assessment have their form" },
  key_history: {
    code: "wrong_key_history",
    title: "Earlier key manifests lead to this one, which has all of their keys",
  },
} as const satisfies Readonly<Record<string, EvidenceStep>>;

export type EvidenceStepName = keyof typeof EVIDENCE_STEPS;

/** Runs one step, and converts any error that it throws to an error with the step's code. */
export type RunEvidenceStep = (
  name: EvidenceStepName,
  check: (require: Require) => void | Promise<void>,
) => Promise<void>;

export const runEvidenceStep: RunEvidenceStep = async (name, check) => {
  const { code } = EVIDENCE_STEPS[name];
  try {
    await check(requireOf(code));
  } catch (cause) {
    throw stepError(code, cause);
  }
};
