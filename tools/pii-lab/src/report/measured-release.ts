import type { KindOfText } from "../false-positives/false-positives.ts";
import type { JudgedPrompt } from "../false-positives/prompts/judge-prompts.ts";
import type { PeerComparison } from "./compare-with-peer.ts";
import type { Release } from "./release.ts";
import type { CommittedSet, DevelopmentSet, Sampling } from "./report-set.ts";

/** All measurements that the page shows. */
export interface MeasuredRelease {
  readonly release: Release;
  readonly command: string;
  readonly date: Date;
  readonly sampling: Sampling;
  readonly peerLimit: number;
  readonly committed: readonly CommittedSet[];
  readonly development: Development;
  readonly ordinary: OrdinaryTexts;
  readonly comparison: PeerComparison;
}

export type Development =
  | { readonly kind: "measured"; readonly sets: readonly DevelopmentSet[] }
  | { readonly kind: "not measured"; readonly reason: string };

/** Committed texts without personal data. */
interface OrdinaryTexts {
  readonly kinds: readonly KindOfText[];
  readonly prompts: readonly {
    readonly file: string;
    readonly judged: readonly JudgedPrompt[];
  }[];
}

export function developmentSets({ development }: MeasuredRelease): readonly DevelopmentSet[] {
  return development.kind === "measured" ? development.sets : [];
}
