import { checked } from "@veil/contracts/parsing";
import type { Finding, Language } from "@veil/pii";
import { codePointOffsets } from "@veil/pii/code-point-offsets";
import pMap from "p-map";
import { Type } from "typebox";
import { cutPieces } from "../domain/cut-pieces.ts";
import { engineFailed } from "../domain/engine-failed.ts";
import { presidioType } from "../domain/presidio-types.ts";
import { wellFormed } from "../domain/well-formed.ts";
import type { EntityRecognizer, TextToRead } from "../ports.ts";
import { createEngineHttp } from "./engine-http.ts";

interface PresidioOptions {
  readonly url: string;
  readonly languages: readonly Language[];
  readonly minScore: number;
  readonly connections: number;
}

/**
 * Parses Presidio's findings, whose offsets count code points. Source: Presidio's `api-docs.yml`.
 */
const parseAnswer = checked(
  Type.Object({
    findings: Type.Array(
      Type.Object({
        entity_type: Type.String(),
        start: Type.Integer({ minimum: 0 }),
        end: Type.Integer({ minimum: 1 }),
        score: Type.Number({ minimum: 0, maximum: 1 }),
      }),
    ),
  }),
);

/** The maximum number of texts of one request that are analysed concurrently. */
const AT_ONCE = 4;
/**
 * The size of a piece. spaCy reads 40 000 characters in less than two seconds, and refuses more
 * than a million.
 */
const PIECE = { most: 40_000, overlap: 400 };
/**
 * The maximum length of a response. A finding takes about 300 bytes, and ten characters rarely have
 * more than one finding.
 */
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024;

export function createPresidioRecognizer(options: PresidioOptions): EntityRecognizer {
  const { url: baseUrl, languages, minScore, connections } = options;
  const http = createEngineHttp({ baseUrl, connections, maxResponseBytes: MAX_RESPONSE_BYTES });

  async function analyse(text: string, language: Language, signal: AbortSignal) {
    if (text.trim() === "") return [];
    const asked = { text: wellFormed(text), language, score_threshold: minScore };
    const { findings } = parseAnswer({ findings: await http.post("/analyze", asked, signal) });
    const offsets = codePointOffsets(text);
    return findings.flatMap(({ entity_type, start, end, score }) => {
      const type = presidioType(entity_type);
      const span = checkedSpan(offsets(start), offsets(end));
      if (type === undefined || score < minScore) return [];
      return [{ ...span, type, confidence: score, recognizer: NAME }];
    });
  }

  async function read({ text, language }: TextToRead, signal: AbortSignal): Promise<Finding[]> {
    if (!languages.includes(language)) throw new Error(`The analyzer has no language ${language}`);
    const found: Finding[] = [];
    for (const piece of cutPieces(text, PIECE)) {
      const findings = await analyse(piece.text, language, signal);
      found.push(...findings.map((finding) => shifted(finding, piece.start)));
    }
    return found;
  }

  return {
    name: NAME,
    peer: NAME,
    languages,
    async recognize(texts, signal) {
      try {
        return await pMap(texts, (text) => read(text, signal), { concurrency: AT_ONCE });
      } catch (cause) {
        throw engineFailed(cause);
      }
    },
    close: () => http.close(),
  };
}

const NAME = "presidio";

function checkedSpan(start: number | undefined, end: number | undefined) {
  if (start === undefined || end === undefined || start >= end)
    throw new Error("The analyzer returned a finding outside the text");
  return { start, end };
}

function shifted(finding: Finding, by: number): Finding {
  return { ...finding, start: finding.start + by, end: finding.end + by };
}
