import type { EntityPolicy, UnredactedCount } from "@veil/contracts/sanitiser";
import type { Finding } from "../../finding.ts";
import { isEntry, scan } from "./automaton.ts";
import { type CompiledEntityList, compileEntityList, typeOfEntry } from "./compiled-list.ts";
import { type FoldedText, foldText, foldToString } from "./folded-text.ts";
import { findBySound } from "./person-sounds.ts";

export interface KnownEntities {
  readonly isActive: boolean;
  /**
   * Finds the entries to replace, as whole words. The time is linear in the length of the text and
   * does not depend on the length of the lists.
   */
  find(text: string): readonly Finding[];
  readonly allowsAny: boolean;
  /** Returns the source with an `allow` entry equal to `value`, or the policy if both have one. */
  allowedBy(value: string): Exclude<UnredactedCount["reason"], "default"> | undefined;
}

const LONGEST = 4_096;

/** Combines the entries of a request's policy with its lists. */
export function knownEntities(
  { allow = [], deny = [] }: EntityPolicy = {},
  lists: readonly CompiledEntityList[] = [],
): KnownEntities {
  const denied = [
    ...lists.filter(({ kind }) => kind === "deny"),
    ...(deny.length > 0 ? [compileEntityList({ kind: "deny", entries: deny })] : []),
  ];
  const allowed = {
    policy:
      allow.length > 0
        ? [compileEntityList({ kind: "allow", entries: allow.map((value) => ({ value })) })]
        : [],
    list: lists.filter(({ kind }) => kind === "allow"),
  };
  const allowsAny = allowed.policy.length + allowed.list.length > 0;
  return {
    isActive: denied.length > 0,
    allowsAny,
    find(text) {
      if (denied.length === 0) return [];
      const folded = foldText(text);
      return denied.flatMap((list) => findIn(list, text, folded));
    },
    allowedBy(value) {
      if (!allowsAny || value.length > LONGEST) return undefined;
      const folded = foldToString(value);
      const holds = ({ automaton }: CompiledEntityList) => isEntry(automaton, folded);
      if (allowed.policy.some(holds)) return "policy";
      return allowed.list.some(holds) ? "list" : undefined;
    },
  };
}

function findIn(list: CompiledEntityList, text: string, folded: FoldedText): readonly Finding[] {
  const findings: Finding[] = [];
  let last: Finding | undefined;
  scan(list.automaton, folded, (entry, from, to) => {
    const start = folded.starts[from] ?? 0;
    const end = endOfCharacter(text, folded.starts[to - 1] ?? 0);
    // Matches come in order of their ends, so a match that begins no later than the previous one
    // contains it.
    if (last !== undefined && start <= last.start) findings.pop();
    const type = typeOfEntry(list, entry);
    last = { start, end, type, confidence: 1, recognizer: "known-entity" };
    findings.push(last);
  });
  return list.sounds.length === 0 ? findings : [...findings, ...findBySound(text, list.sounds)];
}

function endOfCharacter(text: string, start: number): number {
  return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1);
}
