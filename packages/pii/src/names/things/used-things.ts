import { endPattern } from "../../text/end-pattern.ts";
import type { PossibleName } from "./possible-name.ts";

const REACH = 100;
/**
 * Matches verbs whose object is a thing: people use, run or host things, but hire, ask or meet
 * persons. Other items of a list may stand between the verb and the name.
 */
const USED = endPattern(
  /(?:^|[^\p{L}])(?:us(?:e[sd]?|ing)|run(?:s|ning)?|ran|deploy(?:s|ed|ing)?|host(?:s|ed|ing)?|operat(?:e[sd]?|ing)|adopt(?:s|ed|ing)?|install(?:s|ed|ing)?|self-host(?:s|ed|ing)?|nutz(?:en?|t|ten?)|benutz(?:en?|t|ten?)|verwende(?:n|t|ten?)?|betreib(?:en?|t)|betrieb(?:en)?|setz(?:en?|t|ten?))\s(?:[\p{Lu}\d][\p{L}\d.+#-]*(?:,| and| und| or| oder|, and)\s){0,4}$/u,
);
/** Matches environments in which software runs. */
const ENVIRONMENT =
  /^(?:(?:,| and| und| or| oder|, and)\s[\p{Lu}\d][\p{L}\d.+#-]*){0,4} (?:(?:in|into|im|on|auf|for|für) (?:(?:the|our|their|my|der|die|dem|den|unserer|unserem) )?(?:production|prod|produktion|produktivbetrieb|staging|preprod|pre-production|development|dev|testing|ci|qa|kubernetes|k8s|docker|containers?|the cloud|cloud|aws|azure|gcp|openshift|on-premises|linux|windows|macos|pipelines?|stack|clusters?|backend|frontend|infrastructure|platform|microservices|environments?|servers?)(?!\p{L})|(?:at scale|on-premises|produktiv)(?!\p{L}))/iu;

/**
 * Returns whether the name is software, because people use it where software runs: "We use Jasper
 * in production".
 */
export function isUsedThing(text: string, { start, end, words }: PossibleName): boolean {
  if (words.length !== 1 || !ENVIRONMENT.test(text.slice(end, end + REACH))) return false;
  return USED.test(text.slice(Math.max(0, start - REACH), start));
}
