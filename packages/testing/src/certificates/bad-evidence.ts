import { sha256 } from "@veil/crypto";
import { cosign, parseSignedNote, signText, writeSignedNote } from "@veil/veil/log";
import type { BadCase } from "./case-type.ts";
import type { Changes } from "./test-certificate.ts";
import { TEST_TIMES, type TestDeployment } from "./test-deployment.ts";

type Evidence = NonNullable<Parameters<NonNullable<Changes["certificate"]>>[0]["evidence"]>;

function evidence(change: (evidence: Evidence, deployment: TestDeployment) => void): Changes {
  return {
    certificate: (certificate, deployment) => {
      if (certificate.evidence !== null) change(certificate.evidence, deployment);
    },
  };
}

/** Changes the text of the checkpoint, and signs it again as the given signers. */
function resigned(by: readonly ("log" | "witness")[], change = (text: string) => text): Changes {
  return evidence((own, { log, witness }) => {
    const text = change(parseSignedNote(own.checkpoint).text);
    const time = Date.parse(TEST_TIMES.witnessed) / 1_000;
    const signatures = by.map((name) =>
      name === "log" ? signText(text, log) : cosign(text, witness, time),
    );
    own.checkpoint = writeSignedNote({ text, signatures });
  });
}

const ROOT = sha256("another tree").toString("base64");
const otherRoot = (text: string) => text.replace(/\n[^\n]+\n$/, `\n${ROOT}\n`);
const lines = (change: (lines: string[]) => string[]) =>
  evidence((own) => {
    own.checkpoint = change(own.checkpoint.split("\n")).join("\n");
  });

const ENTRY_DEFECTS: readonly BadCase[] = [
  [
    "event of another certificate",
    "wrong_log_entry",
    {
      event: ({ payload }) => void Object.assign(payload, { certificate_sha256: "ab".repeat(32) }),
    },
  ],
  [
    "event of another type",
    "wrong_log_entry",
    { event: (event) => void Object.assign(event, { event_type: "PROXY_INFERENCE_COMPLETED" }) },
  ],
  [
    "event of another request",
    "wrong_log_entry",
    { event: (event) => void Object.assign(event, { request_id: "req_2" }) },
  ],
  [
    "event that is no JSON",
    "wrong_log_entry",
    evidence((own) => void Object.assign(own, { event: "x" })),
  ],
  [
    "event with a key twice",
    "wrong_log_entry",
    evidence((own) => {
      own.event = own.event.replace('"actor":"system"', '"actor":"system","actor":"system"');
    }),
  ],
];

const CHECKPOINT_DEFECTS: readonly BadCase[] = [
  ["checkpoint without the log's signature", "bad_checkpoint", resigned(["witness"])],
  [
    "checkpoint with a broken signature",
    "bad_checkpoint",
    evidence((own) => {
      own.checkpoint = own.checkpoint.replace("\n10\n", "\n11\n");
    }),
  ],
  [
    "checkpoint without its last newline",
    "bad_checkpoint",
    evidence((own) => {
      own.checkpoint = own.checkpoint.slice(0, -1);
    }),
  ],
  ["checkpoint without an origin", "bad_checkpoint", lines(([, ...others]) => others)],
  [
    "checkpoint of another origin",
    "bad_checkpoint",
    evidence((own) => {
      own.checkpoint = own.checkpoint.replace("gateway.example/audit\n", "other.example/audit\n");
    }),
  ],
  ["one key signed the checkpoint twice", "bad_checkpoint", resigned(["log", "log", "witness"])],
];

const INCLUSION_DEFECTS: readonly BadCase[] = [
  ["split view: another root", "not_in_log", resigned(["log", "witness"], otherRoot)],
  [
    "inclusion path with a changed hash",
    "not_in_log",
    evidence(({ path }) => void path.splice(0, 1, "ab".repeat(32))),
  ],
  ["inclusion path too short", "not_in_log", evidence(({ path }) => void path.pop())],
  [
    "inclusion path too long",
    "not_in_log",
    evidence(({ path }) => void path.push("ab".repeat(32))),
  ],
  ["inclusion path reversed", "not_in_log", evidence(({ path }) => void path.reverse())],
  [
    "another place in the log",
    "not_in_log",
    evidence((own) => void Object.assign(own, { seq: 6 })),
  ],
  ["a place beyond the log", "not_in_log", evidence((own) => void Object.assign(own, { seq: 11 }))],
  [
    "event in another Unicode form",
    "not_in_log",
    {
      event: (event) => void Object.assign(event, { actor: "syst\u00e9m" }),
      ...evidence((own) => {
        own.event = own.event.normalize("NFD");
      }),
    },
  ],
  [
    "another chain",
    "not_in_log",
    evidence((own) => void Object.assign(own, { prev_hash: "ab".repeat(32) })),
  ],
];

const WITNESS_DEFECTS: readonly BadCase[] = [
  ["missing cosignature", "not_witnessed", resigned(["log"])],
  [
    "no evidence",
    "not_witnessed",
    { certificate: (own) => void Object.assign(own, { evidence: null }) },
  ],
  [
    "cosignature of another time",
    "not_witnessed",
    evidence((own, { log, witness }) => {
      const { text } = parseSignedNote(own.checkpoint);
      const time = Date.parse(TEST_TIMES.witnessed) / 1_000;
      const { signature, ...signer } = cosign(text, witness, time);
      signature[7] = (signature[7] ?? 0) ^ 1;
      own.checkpoint = writeSignedNote({
        text,
        signatures: [signText(text, log), { ...signer, signature }],
      });
    }),
  ],
  [
    "cosignature of another tree",
    "not_witnessed",
    evidence((own, { log, witness }) => {
      const { text } = parseSignedNote(own.checkpoint);
      const time = Date.parse(TEST_TIMES.witnessed) / 1_000;
      const signatures = [signText(text, log), cosign(otherRoot(text), witness, time)];
      own.checkpoint = writeSignedNote({ text, signatures });
    }),
  ],
];

export const BAD_EVIDENCE: readonly BadCase[] = [
  ...ENTRY_DEFECTS,
  ...CHECKPOINT_DEFECTS,
  ...INCLUSION_DEFECTS,
  ...WITNESS_DEFECTS,
];
