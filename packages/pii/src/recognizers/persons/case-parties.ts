import type { Hit, Recognizer } from "../../finding.ts";

const VERSUS = "./.";
const REACH = 60;
const NAME = "\\p{Lu}[\\p{L}'’-]{1,24}(?:,? \\p{Lu}[\\p{L}.'’-]{0,24}){0,2}";
const LEFT = new RegExp(`(?<![\\p{L}\\p{N}-])(${NAME})(?: u\\. ?a\\.)? ?$`, "u");
const RIGHT = new RegExp(`^ ?(${NAME})`, "u");
const HEAD =
  /^(?:(?:Sache|Sachen|Rechtssache|Rechtsstreit|Verfahren|Mandat|Akte|Betreff|Betr|Az|Termin|Klage|Urteil|Herr|Frau|RA|Wegen|In|Der|Die|Das)[.:]? )+/u;
const NO_PERSON =
  /(?:^|[ -])(?:GmbH|AG|KG|OHG|SE|UG|e\.?V|Stadt|Land|Landkreis|Kreis|Gemeinde|Bund|Bundesrepublik|Freistaat|Finanzamt|Jobcenter|Staat|Republik|Firma|Versicherung|Bank|Sparkasse|Genossenschaft|WEG|Verein|Stiftung|Universität|Behörde|Amt|Agentur|Krankenkasse|AOK|Ltd|Inc|Unbekannt)(?=[ .-]|$)/iu;

export const caseParties: Recognizer = {
  name: "case-parties",
  type: "PERSON",
  needs: "/",
  find({ text }) {
    const hits: Hit[] = [];
    for (let at = text.indexOf(VERSUS); at !== -1; at = text.indexOf(VERSUS, at + 3)) {
      const before = text.slice(Math.max(0, at - REACH), at);
      const left = LEFT.exec(before);
      if (left !== null) addName(hits, at - before.length + left.index, left[1] ?? "");
      const right = RIGHT.exec(text.slice(at + 3, at + 3 + REACH));
      const name = right?.[1] ?? "";
      if (right !== null) addName(hits, at + 3 + right[0].length - name.length, name);
    }
    return hits;
  },
};

function addName(hits: Hit[], start: number, written: string): void {
  const head = HEAD.exec(written)?.[0].length ?? 0;
  const name = written.slice(head).replace(/[.,]+$/, "");
  if (name.length < 2 || name === name.toUpperCase() || NO_PERSON.test(name)) return;
  hits.push({ start: start + head, end: start + head + name.length, confidence: 0.75 });
}
