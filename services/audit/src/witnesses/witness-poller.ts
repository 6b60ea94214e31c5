import type { Clock } from "@veil/contracts/clock";
import { VerificationError } from "@veil/crypto";
import { verifyNoteBytes } from "@veil/veil";
import { parseSignatureLines, parseSignedNote, verifyCosignature } from "@veil/veil/log";
import type {
  CheckpointStore,
  StoredCheckpoint,
  StoredCosignature,
} from "../checkpoints/checkpoint-ports.ts";
import type { LogTree } from "../domain/log-tree.ts";
import {
  type Witness,
  type WitnessAnswer,
  type WitnessReport,
  type WitnessState,
  witnessId,
} from "./witness.ts";

const RENEW_AFTER_S = 60;
/**
 * The maximum number of requests for one checkpoint. Each request after the second means that
 * another replica has submitted a checkpoint in the meantime.
 */
const MAX_REQUESTS = 5;

interface PollerDeps {
  readonly store: CheckpointStore;
  readonly tree: LogTree;
  readonly nowMs: Clock;
  readonly onPolled: (witness: string, state: WitnessState) => void;
}

export interface WitnessPoller {
  /** Requests a cosignature, unless there is one from the last minute or a request is in flight. */
  poll(checkpoint: StoredCheckpoint): Promise<void>;
  report(): WitnessReport;
}

/** Creates a poller for one witness. Several replicas may poll the same witness at once. */
export function createWitnessPoller(witness: Witness, deps: PollerDeps): WitnessPoller {
  const { store, tree, nowMs, onPolled } = deps;
  const id = witnessId(witness.key);
  const submission = createSubmission(witness, tree);
  let state: WitnessState = "pending";
  let last: { readonly size: number; readonly time: number } | undefined;
  let isBusy = false;

  async function exchange(checkpoint: StoredCheckpoint): Promise<WitnessState> {
    const answer = await submission.submit(checkpoint);
    switch (answer.kind) {
      case "unreachable":
      case "refused":
        return answer.kind;
      case "conflict": {
        if (answer.size <= checkpoint.size) return "refused";
        return answer.size > (await store.grow()) ? "ahead" : "overtaken";
      }
      case "cosigned":
        return await keep(answer.lines, checkpoint);
    }
  }

  async function keep(lines: string, { size, note }: StoredCheckpoint): Promise<WitnessState> {
    const cosignature = readCosignature(lines, note, witness);
    if (cosignature === undefined) return "refused";
    await store.cosign(size, { ...cosignature, witness: id });
    last = { size, time: cosignature.time };
    return "cosigned";
  }

  return {
    async poll(checkpoint) {
      const known = checkpoint.cosignatures.find((each) => each.witness === id);
      if (known !== undefined) last = { size: checkpoint.size, time: known.time };
      if (isBusy || (known !== undefined && nowMs() / 1_000 - known.time < RENEW_AFTER_S)) return;
      isBusy = true;
      try {
        state = await exchange(checkpoint);
        onPolled(witness.key.name, state);
      } finally {
        isBusy = false;
      }
    },
    report: () => ({
      name: witness.key.name,
      state,
      cosigned_size: last?.size ?? null,
      cosigned_at: last?.time ?? null,
    }),
  };
}

/**
 * Creates a submission that remembers the size that the witness cosigned last, so that one request
 * is usually enough. After a start, or when another replica has submitted, the response is a
 * conflict that contains this size.
 */
function createSubmission(witness: Witness, tree: LogTree) {
  let knownSize = 0;

  async function once({ size, note }: StoredCheckpoint): Promise<WitnessAnswer> {
    const isNewer = knownSize > 0 && knownSize < size;
    const proof = isNewer ? await tree.consistency(knownSize, size) : [];
    const lines = proof.map((hash) => `${Buffer.from(hash).toString("base64")}\n`);
    return await witness.submit(`old ${knownSize}\n${lines.join("")}\n${note}`);
  }

  /** Returns whether another request may succeed, because the known size was wrong. */
  function correctSize(answer: WitnessAnswer, { size }: StoredCheckpoint): boolean {
    if (answer.kind === "cosigned") knownSize = size;
    if (answer.kind !== "conflict" || answer.size === knownSize) return false;
    knownSize = answer.size;
    return answer.size <= size;
  }

  return {
    async submit(checkpoint: StoredCheckpoint): Promise<WitnessAnswer> {
      // The witness may already have cosigned this checkpoint for another replica.
      knownSize = Math.min(knownSize, checkpoint.size);
      let answer = await once(checkpoint);
      for (let sent = 1; correctSize(answer, checkpoint) && sent < MAX_REQUESTS; sent += 1)
        answer = await once(checkpoint);
      return answer;
    },
  };
}

function readCosignature(
  lines: string,
  note: string,
  { key }: Witness,
): Omit<StoredCosignature, "witness"> | undefined {
  try {
    const signatures = parseSignatureLines(lines);
    const time = verifyCosignature(
      { text: parseSignedNote(note).text, signatures },
      key,
      verifyNoteBytes,
    );
    const line = lines
      .split("\n")
      .find((_, at) => signatures[at]?.name === key.name && signatures[at]?.keyId === key.keyId);
    return line === undefined ? undefined : { line: `${line}\n`, time };
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
