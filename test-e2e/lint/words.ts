/** Words that must not come back; the terms to use are in docs/glossary.md. */
type WordRule = readonly [word: RegExp, instead: string];

/** Forbidden in comments, strings, test names, names in code, file names, documents. */
const WORDS: readonly WordRule[] = [
  [/\blanes?\b/, "worker pool"],
  [/\broads?\b/, "route, binding, path, connection"],
  [/\bdoors?\b/, "access check, server"],
  [/\bknock(s|ed|ing)?\b/, "send a request, check"],
  [/\b(in hand|at work)\b/, "in flight"],
  [/\bgather(s|ed|er|ing)?\b/, "batch, batcher"],
  [/\bpok(e|es|ed|ing)\b/, "trigger"],
  [/\bwards\b/, "child ids, child pids"],
  [/\bslip(s|ped|ping)?\b/, "lint finding, mistake"],
  [/(?<!look-)\balike\b/, "equivalent, equal"],
  [/\bstrangers?\b/, "unknown pod, unknown caller, client"],
  [/\bliving\b/, "live"],
  [/\bpassages?\b/, "allowed connection"],
  [/\b(prove|canary) eyes\b|\bcanary-eyes\b/, "positive control"],
  [/\b(set|sets|setting) aside\b/, "dead letter"],
  [/\b(nobody|somebody|whoever|anybody|everybody)\b/, "the actor: caller, replica, operator"],
  [/\bcan(not)? be had\b/, "is (not) available"],
  [/\b(connection|answer)s? (come|comes|came) about\b/, "could be opened, is received"],
  [/\bstands? not\b/, "is not"],
  [/\bkeeps? watch\b/, "monitors"],
  [/\bhomeless\b|\bimpostors?\b/, "undeclared, mislabeled"],
  [/\blicenc(e|es|ed)\b/, "license"],
  [/\b(un)?recognis/, "recognize"],
  [/\b(behaviour|colour|favour|honour|neighbour|labelled|misspelt)/, "American spelling"],
];

/** Forbidden where the words are, also at the start of a message. */
const IDIOMS: readonly WordRule[] = [
  [/\b(is|are|was) asked\b/i, "who asks whom, in the active voice"],
  [/\b(is|are) told\b/i, "who tells whom, in the active voice"],
  [/\bwhatever\b/i, "any, every, regardless of"],
  [/\bof (its|their) own\b/i, "its own, separate"],
  [/\bbut for\b/i, "except"],
  [/\bthe (former|latter)\b/i, "the noun; the old, the previous, the last"],
  [/\bnone are none\b/i, "what the empty case returns"],
  [/(?:^|\/\/|\*|#|-\s)\s*Of\b/, "a sentence with an actor and a verb"],
];

const IN_TEST_NAMES: readonly WordRule[] = [[/^["'`]of\b/i, "a name that is understood alone"]];

/** Allowed in a sentence, not as a part of a name. */
const NAMES: readonly WordRule[] = [
  [/\bworlds?\b/, "scenario, stack"],
  [/\bsides?\b/, "scenario, peer, direction"],
  [/\balone\b/, "as prompt, only"],
  [/\bwithin\b/, "part of, time limit"],
  [/\bbeside\b/, "deps"],
  [/(?<!third |case )\bpart(y|ies)\b/, "peer, endpoint"],
  [/\bturns\b/, "keyed semaphore"],
  [/\bgoing\b/, "shutdown, running"],
  [/\balarms?\b|(?<!key )\bring\b/, "signal, alert"],
  [/\b(un)?told\b|\btells?\b/, "log, report"],
  [/\bnoted\b/, "recorded"],
  [/\b(wish|wishes|wanted)\b/, "input, requested, expected"],
  [/\bbelieved\b/, "validated"],
  [/\b(hears?|heard)\b/, "receive, record"],
  [/\bpeek(s|ed)?\b/, "waiting, read"],
  [/\bwir(e|es|ed|ing)\b/, "create, composition"],
];

const DECLARATIONS: readonly WordRule[] = [
  [/\bfunction every\(/, "startInterval"],
  [/\bfunction shared\(/, "coalesce"],
];

/** These stay: a path, column, user of the system, recognizer, entity type, method, law, and prompt. */
const NAMES_THAT_STAY =
  /\/door\b|\blicence_expires_at\b|`nobody`|"nobody"|\bgb-driving-licence\b|\bUK_DRIVING_LICENCE\b|\.copyWithin\b|"Gather"|\broad vehicles\b|never instructions, whatever it says/gi;

const CODE = /\.(ts|mjs|js)$/;
/** Detection's own vocabulary: a string may be a word to look for. */
const STRINGS_ARE_DATA = /^(packages\/pii|tools\/pii-lab)\//;
const TEST_NAME = /\b(test|describe|it)(\.\w+)*(\([^()]*\))?\($|\)\($/;
/** Matches texts; the rest between them is code. */
const TEXTS =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|(?<=[=(,:[!&|?{};]\s*)\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\//g;

/** Returns texts such as `line 7: "lane": write worker pool`. */
export function wordsIn(file: string, content: string): string[] {
  const inName = found([...WORDS, ...NAMES], spaced(file.replace(/^.*?\//, "")));
  const inContent = CODE.test(file)
    ? piecesOf(file, content).flatMap((piece) =>
        piece.kind === "code" ? inCode(piece.text, piece.line) : inText(piece),
      )
    : inText({ text: content, kind: "comment", line: 1 });
  return [...inName.map((finding) => `name: ${finding}`), ...inContent];
}

interface Piece {
  readonly text: string;
  readonly kind: "code" | "comment" | "name" | "string";
  readonly line: number;
}

function piecesOf(file: string, content: string): Piece[] {
  const pieces: Piece[] = [];
  let [end, line] = [0, 1];
  const add = (text: string, kind: Piece["kind"]) => {
    pieces.push({ text, kind, line });
    line += text.split("\n").length - 1;
  };
  for (const { 0: text, index } of content.matchAll(TEXTS)) {
    const before = content.slice(end, index);
    const kind = kindOf(text, before);
    add(before, "code");
    const isData = kind === "string" && STRINGS_ARE_DATA.test(file);
    add(isData ? text.replace(/[^\n]/g, " ") : text, kind);
    end = index + text.length;
  }
  add(content.slice(end), "code");
  return pieces;
}

function kindOf(text: string, before: string): "comment" | "name" | "string" {
  if (/^\/[/*]/.test(text)) return "comment";
  return TEST_NAME.test(before.trimEnd()) ? "name" : "string";
}

/** Upper case counts only in strings, which may be data: a street may be called Park Lane. */
function inText({ text, kind, line: first }: Piece): string[] {
  const idioms = kind === "name" ? [...IDIOMS, ...IN_TEST_NAMES] : IDIOMS;
  return text.split("\n").flatMap((whole, at) => {
    const line = whole.replace(NAMES_THAT_STAY, "");
    const words = found(WORDS, kind === "string" ? line : line.toLowerCase());
    return [...words, ...found(idioms, line)].map((finding) => `line ${first + at}: ${finding}`);
  });
}

function inCode(code: string, first: number): string[] {
  return code.split("\n").flatMap((line, at) => {
    const names = line.replace(NAMES_THAT_STAY, "").match(/[A-Za-z_$][\w$]*/g) ?? [];
    const inNames = names.flatMap((name) => found([...WORDS, ...NAMES], spaced(name)));
    return [...found(DECLARATIONS, line), ...inNames].map(
      (finding) => `line ${first + at}: ${finding}`,
    );
  });
}

function found(rules: readonly WordRule[], text: string): string[] {
  return rules.flatMap(([word, instead]) => {
    const match = word.exec(text);
    return match === null ? [] : [`"${match[0]}": write ${instead}`];
  });
}

/** `createPiiLane`, `pii-lane.ts` and `PII_LANE` as words in lower case. */
function spaced(name: string): string {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .toLowerCase();
}
