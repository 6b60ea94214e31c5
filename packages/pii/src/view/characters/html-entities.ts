const PUNCTUATION =
  "amp& lt< gt> quot\" apos' commat@ period. comma, colon: semi; plus+ sol/ num# lowbar_ hyphen- dash- lpar( rpar) percnt% equals= nbsp  ensp  emsp  thinsp  Tab\t NewLine\n shy zwnj zwj lrm rlm ndash– mdash— rsquo’ lsquo‘ sect§";
const LATIN_1 =
  "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";
const LATIN_2 =
  "Scaronš scaronš Zcaronž zcaronž Ccaronč ccaronč Cacuteć cacuteć Nacuteń nacuteń Sacuteś sacuteś Zacuteź zacuteź Zdotż zdotż Lstrokł lstrokł Aogoną aogoną Eogonę eogonę Ecaroně ecaroně Rcaronř rcaronř Uringů uringů Odblacő odblacő Udblacű udblacű Gbreveğ gbreveğ Scedilş scedilş";

/** Relevant named character references of HTML 4 and 5, without `&` and `;`. */
export const HTML_ENTITIES: ReadonlyMap<string, string> = new Map([
  ...entries(PUNCTUATION),
  ...LATIN_1.split(" ").map((name, index) => [name, String.fromCharCode(0xc0 + index)] as const),
  ...entries(LATIN_2).map(
    ([name, letter]) => [name, /^[A-Z]/.test(name) ? letter.toUpperCase() : letter] as const,
  ),
]);

function entries(list: string): (readonly [string, string])[] {
  return [...list.matchAll(/([A-Za-z]+)([^A-Za-z ]| (?= )|)(?: |$)/g)].map(
    ({ 1: name = "", 2: value = "" }) => [name, value] as const,
  );
}
