import type { Hit, Recognizer } from "../../finding.ts";
import { isStatement } from "../labels/statements.ts";

const DOES =
  "(?:logged|authenticated|signed|connected|disconnected|locked|failed|has|from|was|created|deleted|requested)\\b";
const NAME = "[A-Za-z][\\w.-]{1,31}";
const NOT_A_PERSON =
  /^(?:root|admin(?:istrator)?|guest|nobody|daemon|git|node|www(?:-data)?|nginx|apache|httpd|mysql|postgres(?:ql)?|redis|rabbitmq|mongodb|docker|jenkins|gitlab-runner|ubuntu|debian|centos|ec2-user|vagrant|pi|ftp|anonymous|test|demo|example|user|users|default|system|service|app|api|backup|deploy|deployer|ansible|oracle|tomcat|elastic|kibana|sshd|systemd[\w-]*|data|name|id|input|role|agent|null|none|unknown|undefined|true|false|ci|bot|runner|from|not|interface|account|accounts|session|profile|settings|invalid)$/i;
/** Matches "committed by t.brandvold". */
const INITIAL_AND_SURNAME = /(?:by|von) ([a-z]\.[a-z]{4,20})(?!\w|[./@:-]\w|\()/iy;
/** Matches "Ticket eröffnet von mschnabel: ...". */
const AUTHOR =
  /(?:by|von) (?<=(?:eröffnet|erstellt|gemeldet|geschlossen|opened|created|reported|raised|submitted|closed) (?:by|von) )([a-z]{5,20})(?=: )/iy;
/** Matches "she logs in as oadeyemi". */
const LOGGED_IN =
  /(?:log(?:s|ged|ging)? ?(?:in|on)|angemeldet) (?:as|als) (?:user |benutzer )?["'`]?((?!your|the|an?\b|ein|der|die|admin|root|guest|user|gast)[a-z][\w.-]{2,31})(?=["'`]?(?:[,;)\s]|\.(?:\s|$)|$))/iy;
/**
 * Matches lower-case account names with an underscore or a digit: "adm_vogl", "kbrenner2".
 * `HYPHENATED` also matches "hr-thiele", for places where no plain word can stand.
 */
const HANDLE = "(?=[a-z.-]*[_\\d])[a-z][a-z\\d._-]{2,31}";
const HYPHENATED = "(?=[a-z]+[._\\d-])[a-z][a-z\\d._-]{2,31}";
const UNLOCKED_BY = new RegExp(
  `by (?<=\\b(?:locked|unlocked|disabled|enabled|reset|deleted|created|changed|approved) by )(${HANDLE})(?![\\w@/(:])`,
  "iy",
);
const PATTERNS: Readonly<Record<string, readonly RegExp[]>> = {
  by: [INITIAL_AND_SURNAME, AUTHOR, UNLOCKED_BY],
  durch: [
    new RegExp(
      `durch (?<=(?:sperrt|geändert|zurückgesetzt|deaktiviert|angelegt|gelöscht) durch )(${HANDLE})(?![\\w@/(:])`,
      "iy",
    ),
  ],
  konto: [
    new RegExp(
      `konto (${HYPHENATED})(?= (?:(?:wurde |ist )?(?:entsperrt|gesperrt|deaktiviert|gelöscht|angelegt|zurückgesetzt)))`,
      "iy",
    ),
  ],
  account: [
    new RegExp(
      `account (${HYPHENATED})(?= (?:(?:was |is |has been )?(?:locked|unlocked|disabled|enabled|deleted|created|reset)))`,
      "iy",
    ),
  ],
  anmeldung: [
    new RegExp(
      `anmeldung von (${HYPHENATED})(?= (?:aus|von|abgelehnt|fehlgeschlagen|erfolgreich))`,
      "iy",
    ),
  ],
  von: [INITIAL_AND_SURNAME, AUTHOR],
  log: [LOGGED_IN],
  logs: [LOGGED_IN],
  logged: [LOGGED_IN],
  logging: [LOGGED_IN],
  angemeldet: [LOGGED_IN],
  accepted: [new RegExp(`accepted [\\w/-]{3,24} for (${NAME})(?= from )`, "iy")],
  failed: [new RegExp(`failed [\\w/-]{3,24} for (${NAME})(?= from )`, "iy")],
  invalid: [new RegExp(`invalid user (${NAME})(?= from | port |\\s*$)`, "iy")],
  session: [new RegExp(`session (?:opened|closed) for user (${NAME})`, "iy")],
  sudo: [new RegExp(`sudo(?:\\[\\d+\\])?: {1,9}(${NAME})(?= : )`, "iy")],
  benutzer: [
    new RegExp(
      `benutzer (${NAME})(?<=(?:kennwort|passwort|anmeldung) (?:für|von) benutzer \\S+)(?=[\\s.,;(]|$)`,
      "iy",
    ),
  ],
  user: [
    new RegExp(
      `user (${NAME})(?<=(?:password|authentication|login) (?:for|of) user \\S+)(?=[\\s.,;(]|$)`,
      "iy",
    ),
    new RegExp(`user=(?:'|")?(${NAME})(?=['"]?(?:[\\s&;\\]]|$))`, "iy"),
    new RegExp(`user ['"](${NAME})(?=['"] ${DOES})`, "iy"),
    new RegExp(`user ['"\`]?((?=[a-z]+[._\\d])${NAME})(?=['"\`]? ${DOES}|['"\`])`, "y"),
  ],
};

/** Recognizes account names in log lines of sshd, PAM, sudo and applications. */
export const logUser: Recognizer = {
  name: "log-user",
  type: "USERNAME",
  triggers: Object.keys(PATTERNS),
  find({ text }, triggeredAt) {
    return triggeredAt.flatMap((at) => userAt(text, at));
  },
};

function userAt(text: string, at: number): Hit[] {
  const word = /^[a-z]+/i.exec(text.slice(at, at + 10))?.[0].toLowerCase() ?? "";
  for (const pattern of PATTERNS[word] ?? []) {
    pattern.lastIndex = at;
    const name = pattern.exec(text)?.[1]?.replace(/\.+$/, "");
    if (name === undefined || NOT_A_PERSON.test(name)) continue;
    // Skips phrases such as "logged in as expected".
    if (pattern === LOGGED_IN && isStatement(name)) continue;
    const start = text.indexOf(name, at + word.length);
    return [{ start, end: start + name.length, confidence: 0.75 }];
  }
  return [];
}
