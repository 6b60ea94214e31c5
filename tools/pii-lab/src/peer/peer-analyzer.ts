import type { Span } from "@veil/pii/spans";

/** Another detector, measured on the same texts. */
export interface PeerAnalyzer {
  /** With versions, where they are known. */
  readonly name: string;
  /** Everything it finds, whatever the type; findings may overlap. @throws Error when it does not answer */
  find(text: string, signal?: AbortSignal): Promise<readonly PeerFinding[]>;
}

/** Offsets in UTF-16 code units; `type` as the peer names it. */
export interface PeerFinding extends Span {
  readonly type: string;
}
