import type { Hit, Recognizer } from "../../finding.ts";

const HANDLE = /@[A-Za-z_]\w{1,38}(?::[a-z0-9.-]{3,60}\.[a-z]{2,24})?/y;
const SPOKEN_TO =
  /(?<!\p{L})(?:dm|ask|ping|cc|tell|msg|contact|thanks|thx|hi|hey|hello|by|an|bei|frag|danke)[ :,]{1,2}$/iu;
const DOTTED = /(?:[.-][A-Za-z0-9_]{1,20}){1,3}(?![\w(@])/y;
const BEFORE_HANDLE = /[\s("'“„‘*[>,;:.!?…/|-]/;
const DIRECTIVES = new Set(
  "param params return returns throws exception example examples see since author deprecated override overrides test todo type typedef template property prop class interface implements extends enum function method module namespace package private protected public readonly static abstract async callback default description event file fires global ignore inheritdoc internal license link name memberof mixin requires summary this variation version yields ts jsx media import charset keyframes include mixin extend use forward layer supports container page apply tailwind font counter component injectable input output directive pipe autowired bean service repository controller restcontroller requestmapping getmapping postmapping putmapping deletemapping pathvariable requestbody requestparam entity table column id generatedvalue onetomany manytoone manytomany joincolumn transactional configuration value before after beforeeach aftereach beforeall afterall nullable notnull nonnull suppresswarnings functionalinterface safevarargs data getter setter builder dataclass staticmethod classmethod abstractmethod property pytest app api router patch mock fixture lru_cache cached_property contextmanager login_required user self count rownum identity error rowcount end implementation synthesize protocol selector autoreleasepool dynamic optional required main available objc state binding published environment observedobject stateobject environmentobject viewbuilder escaping discardableresult composable preview model html section foreach if else switch case for while latest next beta alpha all here channel everyone nestjs angular types babel".split(
    " ",
  ),
);
/**
 * Matches what precedes or follows an `@` in program text: `x = @name`, `@name(`, `@scope/package`,
 * `@name.method`, `@name = 1`.
 */
const PROGRAM_BEFORE = /[=<>+{&]\s?$|\w\($|\*\s{0,3}$|\/\/\/?\s?$/;
const PROGRAM_AFTER =
  /^(?:[([{/\\]|\.\w|::|->|\s?(?:\+|-|\*|\|\|)?=[^>]|\s+(?:int|n?varchar|bit|class|interface)\b)/i;

/** Recognizes account names: `@handle`, and the name of a home folder in a path. */
export const username: Recognizer = {
  name: "username",
  type: "USERNAME",
  needs: "@/\\",
  find: ({ text }) => [...handles(text), ...homes(text)],
};

function handles(text: string): Hit[] {
  const hits: Hit[] = [];
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    if (at > 0 && !BEFORE_HANDLE.test(text.charAt(at - 1))) continue;
    HANDLE.lastIndex = at;
    if (!HANDLE.test(text)) continue;
    const end = withDots(text, at, HANDLE.lastIndex);
    if (isHandle(text, at, end)) hits.push({ start: at, end, confidence: 0.7 });
  }
  return hits;
}

/**
 * Extends the name in "ask @nora.k" and "cc @marcelino-dev": after words that address someone, a
 * dot or hyphen inside belongs to the name.
 */
function withDots(text: string, at: number, end: number): number {
  if (
    !".-".includes(text.charAt(end) || " ") ||
    !SPOKEN_TO.test(text.slice(Math.max(0, at - 9), at))
  )
    return end;
  DOTTED.lastIndex = end;
  return DOTTED.test(text) ? DOTTED.lastIndex : end;
}

function isHandle(text: string, start: number, end: number): boolean {
  const name = text.slice(start + 1, end);
  if (DIRECTIVES.has(name.toLowerCase())) return false;
  if (PROGRAM_AFTER.test(text.slice(end, end + 16))) return false;
  if (/[\p{L}\p{N}@-]/u.test(text.charAt(end)) && !text.startsWith("’", end)) return false;
  return (
    !PROGRAM_BEFORE.test(text.slice(Math.max(0, start - 6), start)) && !isOwnLine(text, start, end)
  );
}

function isOwnLine(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 40), start);
  const ownLine = /(?:^|\n)[ \t]*$/.test(before) && /^[ \t]*\r?\n/.test(text.slice(end, end + 40));
  return ownLine && /^[A-Z][A-Za-z]+$|^[a-z_]+$/.test(text.slice(start + 1, end));
}

const HOMES = ["/home/", "/Users/", "\\Users\\", "\\Users/"] as const;
const FOLDER = /[A-Za-z0-9][\w.-]{1,63}/y;
const SYSTEM_FOLDER =
  /^(?:runner|node|user|users|username|ubuntu|debian|centos|fedora|app|vagrant|root|admin|administrator|jenkins|travis|circleci|public|default|ec2-user|git|build|builder|me|you|name|nonroot|guest|shared|all|work|dev|docker|www|www-data|ftp|pi|vsts|gitlab-runner|page|index|home|postgres)(?:\.html?)?$/i;

function homes(text: string): Hit[] {
  return HOMES.flatMap((folder) => {
    const hits: Hit[] = [];
    for (let at = text.indexOf(folder); at !== -1; at = text.indexOf(folder, at + 1)) {
      const start = at + folder.length;
      FOLDER.lastIndex = start;
      if (!FOLDER.test(text) || !/[/\\"'\s:)]|$/.test(text.charAt(FOLDER.lastIndex))) continue;
      const end = FOLDER.lastIndex;
      if (!SYSTEM_FOLDER.test(text.slice(start, end))) hits.push({ start, end, confidence: 0.8 });
    }
    return hits;
  });
}
