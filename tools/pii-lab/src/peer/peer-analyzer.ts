import type { Span } from "@veil/pii/spans";

/** Another detector, measured on the same texts. */
export interface PeerAnalyzer {
  /** The name includes versions where they are known. */
  readonly name: string;
  /** Returns all findings, which may overlap. @throws Error when the peer does not answer */
  find(text: string, signal?: AbortSignal): Promise<readonly PeerFinding[]>;
}

/** Offsets are UTF-16 code units; `type` is the peer's name. */
export interface PeerFinding extends Span {
  readonly type: string;
}
