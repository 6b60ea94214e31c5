import { checkedJson } from "@veil/contracts/parsing";
import { SanitiseRequest, SanitiseResponse } from "@veil/contracts/sanitiser";
import { detectLanguage, type Finding } from "@veil/pii";
import { type ReadResponse, readSanitiseResponse } from "@veil/pii/sanitise-response";
import { withTimeout } from "@veil/service-kit/http";
import { engineFailed } from "./domain/engine-failed.ts";
import type { PoolOfSize } from "./domain/pick-pool.ts";
import { shieldFindings } from "./domain/shield-findings.ts";
import type { EntityRecognizer, PiiPool, PoolWork, Shield } from "./ports.ts";

export interface Engines {
  readonly recognizer?: { readonly engine: EntityRecognizer; readonly timeoutMs: number };
  readonly shield?: { readonly engine: Shield; readonly timeoutMs: number };
}

const parse = checkedJson(SanitiseRequest);
const parseAnswer = checkedJson(SanitiseResponse);

/**
 * Merges the findings of a pool with those of other engines. A recognizer replaces the built-in
 * name model for its languages. If the request asks for a shield, the shield reads the text that
 * the pool has sanitised.
 */
function withEngines(pool: PiiPool, { recognizer, shield }: Engines): PiiPool {
  return {
    ...pool,
    async sanitise(body, _work, gone) {
      const request = parse(body);
      const work = recognizer === undefined ? {} : await workOf(recognizer, request, gone);
      const answer = (last: PoolWork) => pool.sanitise(body, forClaim(last, request), gone);
      if (shield === undefined || request.shield !== true) return answer(work);
      const draft = { ...work, isDraft: true };
      const first = parseAnswer(await pool.sanitise(body, draft, gone));
      const { fields } = readSanitiseResponse(request.fields, first);
      return answer(await shielded(shield, fields, work, gone));
    },
  };
}

/**
 * Removes the sent texts from the work if the request has no claim: only a claim needs them, and
 * copying them into a thread is costly.
 */
function forClaim({ sent, ...work }: PoolWork, { claim }: SanitiseRequest): PoolWork {
  return sent === undefined || claim === undefined ? work : { ...work, sent };
}

export function poolsWithEngines(
  pools: readonly PoolOfSize[],
  engines: Engines,
): readonly PoolOfSize[] {
  if (enginesOf(engines).length === 0) return pools;
  return pools.map((each) => ({ ...each, pool: withEngines(each.pool, engines) }));
}

export function enginesOf({ recognizer, shield }: Engines): readonly (EntityRecognizer | Shield)[] {
  return [recognizer, shield].flatMap((asked) => (asked === undefined ? [] : [asked.engine]));
}

type Asked<T> = { readonly engine: T; readonly timeoutMs: number };

async function workOf(
  { engine, timeoutMs }: Asked<EntityRecognizer>,
  { fields, language }: SanitiseRequest,
  gone: AbortSignal | undefined,
): Promise<PoolWork> {
  const texts = fields
    .map(({ text }, index) => ({ text, index, language: language ?? detectLanguage(text) }))
    .filter((field) => !isBlank(field.text) && engine.languages.includes(field.language));
  const found = await withTimeout(timeoutMs, (signal) => engine.recognize(texts, signal), gone);
  mustBeEqual(found.length, texts.length);
  const extras: (readonly Finding[])[] = fields.map(() => []);
  for (const [place, { index }] of texts.entries()) extras[index] = found[place] ?? [];
  return {
    ...{ extras, namesElsewhere: engine.languages, layers: [engine.name] },
    sent: { [engine.peer]: texts.map(({ index }) => index) },
  };
}

async function shielded(
  { engine, timeoutMs }: Asked<Shield>,
  fields: ReadResponse["fields"],
  { extras = [], layers = [], ...work }: PoolWork,
  gone: AbortSignal | undefined,
): Promise<PoolWork> {
  const texts = fields.map(({ text }) => text);
  const seen = await withTimeout(timeoutMs, (signal) => engine.inspect(texts, signal), gone);
  mustBeEqual(seen.length, fields.length);
  const found = fields.map((field, index) => [
    ...(extras[index] ?? []),
    ...validatedFindings(field, seen[index] ?? [], engine.name),
  ]);
  const shield = fields.flatMap(({ text }, position) =>
    seen[position]?.length === 0 ? [] : [{ position, text }],
  );
  return {
    ...{ ...work, extras: found, layers: [...layers, engine.name] },
    sent: { ...work.sent, shield },
  };
}

function validatedFindings(...answer: Parameters<typeof shieldFindings>): readonly Finding[] {
  try {
    return shieldFindings(...answer);
  } catch (cause) {
    throw engineFailed(cause);
  }
}

/** Returns whether a text is blank. Blank texts are not sent to an engine. */
function isBlank(text: string): boolean {
  return text.trim() === "";
}

function mustBeEqual(answers: number, texts: number): void {
  if (answers !== texts) throw engineFailed();
}
