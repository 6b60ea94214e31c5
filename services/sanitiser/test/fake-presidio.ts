import { type JsonServer, serveJson } from "./serve-json.ts";

const KNOWN: readonly (readonly [words: string, type: string])[] = [
  ["John Smith", "PERSON"],
  ["Mary Jones", "PERSON"],
  ["Thomas Müller", "PERSON"],
  ["London", "LOCATION"],
  ["Canadian", "NRP"],
  ["2095-08-2311", "SE_PERSONNUMMER"],
];

export function startFakePresidio(): Promise<JsonServer> {
  return serveJson((body) => analyse((body as { readonly text: string }).text));
}

function analyse(text: string): object[] {
  return KNOWN.flatMap(([words, entity_type]) => {
    const at = text.indexOf(words);
    if (at === -1) return [];
    const start = Array.from(text.slice(0, at)).length;
    const end = start + Array.from(words).length;
    return [{ entity_type, start, end, score: 0.85, analysis_explanation: null }];
  });
}
