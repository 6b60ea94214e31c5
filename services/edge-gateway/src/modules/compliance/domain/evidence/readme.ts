import {
  type EvidencePredicate,
  PACK_FILES,
  SAMPLED_OF_EACH_VERSION,
} from "@veil/contracts/public/compliance/evidence";

/** What each file is, and how a reader checks it without this gateway. */
const CHECKS: Readonly<Record<keyof typeof PACK_FILES, string>> = {
  index:
    "SHA-256 of every other file: an in-toto Statement (v1) in a DSSE envelope, signed with a key of keys.json (purpose evidence)",
  readme: "this text",
  posture:
    "each control with state, time, method and figures, as GET /api/v1/compliance/posture gave it",
  catalog: "the controls as an OSCAL catalog; the same for every deployment of the release",
  components: "the controls that the release implements, as an OSCAL component definition",
  assessment: "the posture as OSCAL assessment results; unknown is an open risk, not a finding",
  record: "the record of processing activities (Art. 30 of the GDPR)",
  dpia: "the impact assessment (Art. 35 of the GDPR)",
  retention: "for how long each kind of data is kept, and when the sweep last deleted it",
  release:
    "the version, the images' digests, and the hash of the network policies: compare with veil netpol hash",
  accuracy: "the accuracy report of the release; the posture names its SHA-256",
  isolation: "what the probes found about the networks of the sandboxes, signed by the probes",
  manifest:
    "the key manifest with all keys, current and retired, and their validity; its signers tell you their keys to pin",
  earlierManifests:
    "earlier versions of the key manifest that this deployment published, oldest first; keys.json has all of their keys",
  checkpoint: "the state of the audit log, signed by the log and cosigned by its witnesses (C2SP)",
  consistency:
    "proofs (RFC 6962) that the checkpoints of the sampled certificates are of the same log",
  certificates: "every certificate of the period, with the hash that the log contains",
};

const LIMITS = [
  "That the list of certificates is complete: compare it with the ids that your applications received.",
  "That the gateway measured itself honestly: each control says who measured it.",
  "That detection found every personal detail: see accuracy.json.",
];

/** Returns the README of a pack. */
export function packReadme(predicate: EvidencePredicate): string {
  const { since, until, generated_at, release, issuer, certificates } = predicate;
  const files = Object.entries(PACK_FILES).map(
    ([file, name]) => `- ${name}: ${CHECKS[file as keyof typeof PACK_FILES]}.`,
  );
  return [
    `# Evidence of Veil Gateway ${release} (${issuer})`,
    `Made ${generated_at}, for certificates from ${since} until ${until}.`,
    "Verify it without a network:",
    "    veil evidence verify PACK.zip --pin KEY_ID:HEX [--witness NAME+ID+KEY]",
    "Where KEY_ID:HEX is a key that signed keys.json, from its owner and not from this pack.",
    "## Files",
    [
      ...files,
      "- certificates/: the sample, each verified like veil verify does.",
      "- operator/: files that the operator added; nothing here verifies what they say.",
    ].join("\n"),
    "## The sample",
    `Of ${certificates.listed} certificates, the sample has ${certificates.sampled}: of each version those ${SAMPLED_OF_EACH_VERSION} with evidence of the log ` +
      "whose SHA-256 of the checkpoint's root hash and the request id is lowest. The operator cannot choose them.",
    "## What this does not prove",
    LIMITS.map((limit) => `- ${limit}`).join("\n"),
    "",
  ].join("\n\n");
}
