import { isJsonOrString, jsonRewritten, jsonUnescaped } from "../json-leaves.ts";
import { ArgumentReader } from "./argument-reader.ts";

/** Restores the values in a text by the rule for links. */
export type RelinkText = (text: string) => Promise<string>;

/**
 * Restores values in the arguments of one tool call. The caller can send on the text that a method
 * returns.
 */
export interface ArgumentsRelinker {
  push(json: string): Promise<string>;
  /** Returns what was held back. Call it when the arguments end or break off. */
  end(): string;
}

/**
 * Creates a relinker that treats each string value as a separate text, which it holds back until
 * the string ends. It reads JSON inside a string in the same way. Names of members stay. The result
 * does not depend on where the arguments were cut, and it is valid JSON if the arguments are.
 */
export function createArgumentsRelinker(relinkText: RelinkText): ArgumentsRelinker {
  const reader = new ArgumentReader();
  return {
    async push(json) {
      let sent = "";
      for (const part of reader.push(json))
        sent +=
          part.kind === "structure" ? part.text : await relinkString(part.written, relinkText);
      return sent;
    },
    end: () => reader.end(),
  };
}

/** Restores values in all arguments at once. */
export async function relinkArguments(json: string, relinkText: RelinkText): Promise<string> {
  const relinker = createArgumentsRelinker(relinkText);
  return (await relinker.push(json)) + relinker.end();
}

async function relinkString(written: string, relinkText: RelinkText): Promise<string> {
  const text = decoded(written);
  if (text === undefined) return written;
  const relinked = isJsonOrString(text)
    ? await relinkArguments(text, relinkText)
    : await relinkText(text);
  return relinked === text ? written : jsonRewritten(written, text, relinked);
}

function decoded(written: string): string | undefined {
  try {
    return jsonUnescaped(written);
  } catch {
    return undefined;
  }
}
