import { VerificationError } from "@veil/crypto";
import { type RestoredValue, restoredValues } from "@veil/relink/restored-values";
import { isRecord } from "../../is-record.ts";
import {
  type AnswerCall,
  type AnswerChoice,
  certifiedAnswer,
  receivedAnswer,
} from "./received-answer.ts";

/**
 * Checks that an answer equals the certified answer, except for values in place of placeholders.
 * @param response - the certificate's item `response`
 * @param file - the answer as the owner received it
 * @returns the restored values, each once per placeholder
 * @throws VerificationError `wrong_answer`
 */
export function compareAnswers(response: string, file: string): readonly RestoredValue[] {
  const [certified, received] = [
    read(() => certifiedAnswer(response)),
    read(() => receivedAnswer(file)),
  ];
  requireSame(certified.length === received.length);
  const values = certified.flatMap((choice, at) => choiceValues(choice, received[at]));
  const known = new Map(values.map((own) => [`${own.placeholder} ${own.value}`, own]));
  return [...known.values()].filter(({ placeholder, value }) => value !== placeholder);
}

function choiceValues(certified: AnswerChoice, received: AnswerChoice | undefined) {
  if (received === undefined) throw differs();
  const { text, json, calls } = received;
  requireSame(certified.calls.length === calls.length);
  return [
    ...(json === undefined
      ? textValues(certified.text, text)
      : jsonValues(
          read(() => JSON.parse(certified.text)),
          json,
        )),
    ...certified.calls.flatMap((call, at) => callValues(call, calls[at])),
  ];
}

function callValues(certified: AnswerCall, received: AnswerCall | undefined) {
  requireSame(certified.name === received?.name);
  return jsonValues(certified.arguments, received?.arguments);
}

function jsonValues(certified: unknown, received: unknown): readonly RestoredValue[] {
  if (typeof certified === "string" && typeof received === "string")
    return textValues(certified, received);
  if (Array.isArray(certified) && Array.isArray(received)) {
    requireSame(certified.length === received.length);
    return certified.flatMap((value, at) => jsonValues(value, received[at]));
  }
  if (isRecord(certified) && isRecord(received)) {
    const names = Object.keys(certified);
    requireSame(names.join("\0") === Object.keys(received).join("\0"));
    return names.flatMap((name) => jsonValues(certified[name], received[name]));
  }
  requireSame(certified === received);
  return [];
}

function textValues(certified: string, received: string): readonly RestoredValue[] {
  const values = restoredValues(certified, received);
  if (values === undefined) throw differs();
  return values;
}

function read<T>(parse: () => T): T {
  try {
    return parse();
  } catch (cause) {
    throw new VerificationError("wrong_answer", "the answer cannot be read", { cause });
  }
}

function requireSame(holds: boolean): void {
  if (!holds) throw differs();
}

function differs(): VerificationError {
  return new VerificationError(
    "wrong_answer",
    "the answer differs from the certified one in more than the values of placeholders",
  );
}
