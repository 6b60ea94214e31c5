import { LONGEST_PLACEHOLDER, type PlaceholderEntry, replaceSpans } from "@veil/pii/relink";
import { isBlank } from "../read-runs.ts";
import type { Gap } from "../view.ts";
import { AnswerReading } from "./answer-reading.ts";
import { GapReader } from "./gap-reader.ts";
import { LONGEST_RUN, Segmenter } from "./segmenter.ts";

export interface StreamRelinkRequest {
  readonly entries: readonly PlaceholderEntry[];
}

/** Restores values in the text blocks of one answer while it is received. The methods return what can be sent on. */
export interface StreamRelinker {
  push(text: string): string;
  /** A block ends, and another may follow. Placeholders of the run that it ends in are left: the run may go on. */
  endBlock(): string;
  /** The last block ends, and with it the answer. */
  end(): string;
  /** Placeholders of the request so far, as `relinkAnswer` counts them. */
  readonly counts: { readonly restored: number; readonly left: number };
}

/**
 * Restores only what `relinkAnswer` restores, to the same values, wherever the text is cut. It holds back the current run:
 * at most `LONGEST_RUN` units and a margin in which a placeholder may end. For text answers without hosts.
 */
export function createStreamRelinker({ entries }: StreamRelinkRequest): StreamRelinker {
  return new Stream(entries);
}

/** The places at which a stream restores the placeholders of an answer, in its joined blocks. */
export function placesInStream(
  blocks: readonly string[],
  entries: readonly PlaceholderEntry[],
): ReadonlySet<number> {
  const stream = new Stream(entries);
  for (const [index, block] of blocks.entries()) {
    stream.push(block);
    if (index === blocks.length - 1) stream.end();
    else stream.endBlock();
  }
  return stream.places;
}

class Stream implements StreamRelinker {
  readonly places = new Set<number>();
  readonly #answer = new AnswerReading();
  readonly #segmenter = new Segmenter();
  readonly #gaps: GapReader;
  #left = 0;
  /** What is not decided yet, of all blocks. */
  #held = "";
  /** Its place in the answer. */
  #at = 0;
  /** How much of it was sent when its block ended. */
  #sent = 0;
  /** Where the current block begins in it. */
  #blockStart = 0;
  /** Whether it begins inside of a run. */
  #isInRun = false;

  constructor(entries: readonly PlaceholderEntry[]) {
    this.#gaps = new GapReader(entries);
  }

  get counts(): StreamRelinker["counts"] {
    return { restored: this.places.size, left: this.#left };
  }

  push(text: string): string {
    this.#held += text;
    return this.#drain(false);
  }

  endBlock(): string {
    const rest = this.#held.slice(this.#sent);
    this.#sent = this.#held.length;
    this.#blockStart = this.#held.length;
    this.#answer.beginBlock();
    return rest;
  }

  end(): string {
    return this.#drain(true);
  }

  #drain(isWhole: boolean): string {
    let sent = "";
    while (this.#held !== "") {
      const cut = this.#segmenter.next(this.#held, isWhole);
      if (cut === undefined) return sent;
      if (cut.kind === "part") sent += this.#passPart();
      else {
        const found = this.#gaps.read(this.#held, cut.end, isWhole);
        if (found === undefined) return sent;
        if (!found.isSure) this.#answer.refuse();
        sent += this.#passRun(cut.end, found.gaps);
      }
    }
    return sent;
  }

  #passRun(end: number, gaps: readonly Gap[]): string {
    const segment = { text: this.#held.slice(0, end), gaps };
    const isDivided = this.#isInRun || this.#sent > 0 || this.#blockStart > 0;
    const restored = isDivided ? NONE : this.#answer.decide(segment);
    if (isDivided) this.#answer.leave(segment, this.#inBlock(end));
    for (const gap of restored) this.places.add(this.#at + gap.start);
    this.#left += gaps.length - restored.size;
    const blanks = this.#blanksAfter(end);
    const relinked = isDivided
      ? this.#held.slice(this.#sent, end)
      : replaceSpans(segment.text, gaps, (gap, written) =>
          restored.has(gap) ? gap.value : written,
        );
    const sent = relinked + this.#held.slice(Math.max(end, this.#sent), blanks);
    this.#answer.leave(
      plain(this.#held.slice(end, blanks)),
      plain(this.#blanksInBlock(end, blanks)),
    );
    this.#drop(blanks);
    this.#isInRun = false;
    return sent;
  }

  /** The beginning of a run that is too long. Where a placeholder is in it, what its value does is not followed. */
  #passPart(): string {
    const end = LONGEST_RUN - LONGEST_PLACEHOLDER;
    const found = this.#gaps.readPart(this.#held.slice(0, LONGEST_RUN));
    if (found.length > 0) this.#answer.refuse();
    this.#left += found.filter(({ start }) => start < end).length;
    const sent = this.#held.slice(this.#sent, end);
    this.#answer.leave(
      plain(this.#held.slice(0, end)),
      plain(this.#held.slice(this.#blockStart, end)),
    );
    this.#drop(end);
    this.#isInRun = true;
    return sent;
  }

  #inBlock(end: number) {
    const text = this.#held.slice(this.#blockStart, end);
    return { text, gaps: this.#gaps.readPlain(text) };
  }

  #blanksInBlock(end: number, blanks: number): string {
    return this.#held.slice(Math.max(end, this.#blockStart), blanks);
  }

  #blanksAfter(end: number): number {
    let blanks = end;
    while (blanks < this.#held.length && isBlank(this.#held.charCodeAt(blanks))) blanks += 1;
    return blanks;
  }

  #drop(end: number): void {
    this.#gaps.pass(this.#held.slice(0, end));
    this.#held = this.#held.slice(end);
    this.#at += end;
    this.#sent = Math.max(0, this.#sent - end);
    this.#blockStart = Math.max(0, this.#blockStart - end);
    this.#segmenter.restart();
  }
}

const NONE: ReadonlySet<Gap> = new Set();

function plain(text: string) {
  return { text, gaps: [] };
}
