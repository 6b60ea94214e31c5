/**
 * C2SP signed notes, checkpoints and cosignatures, and prunings. This code also runs without
 * `node:crypto`.
 */
export {
  type Checkpoint,
  checkpointText,
  isSize,
  openCheckpoint,
  openCheckpointOf,
  parseCheckpoint,
  signCheckpoint,
} from "./checkpoint.ts";
export { cosign, verifyCosignature } from "./cosignature.ts";
export { type NoteKey, noteKey, parseVkey, type SignatureType, vkeyText } from "./note-key.ts";
export { openPruning, type Pruning, signPruning } from "./pruning.ts";
export {
  type NoteSignature,
  type NoteSigner,
  parseSignatureLines,
  parseSignedNote,
  type SignBytes,
  type SignedNote,
  signatureLine,
  signText,
  type VerifyBytes,
  verifyText,
  writeSignedNote,
} from "./signed-note.ts";
