/** @slow reads the name models */
import { describe, expect, test } from "@jest/globals";
import { createDocument } from "../text/document.ts";
import { detectLanguage } from "../text/language.ts";
import { readBundledModels } from "./model/bundled-models.ts";
import { createNamesLayer } from "./names-layer.ts";

const layer = createNamesLayer(readBundledModels());

/** Returns the text with its persons marked. */
function marked(text: string): string {
  let result = "";
  let at = 0;
  for (const { start, end, type } of layer.find(createDocument(text, detectLanguage(text)), [])) {
    if (type !== "PERSON") continue;
    result += `${text.slice(at, start)}⟦${text.slice(start, end)}⟧`;
    at = end;
  }
  return result + text.slice(at);
}

describe("Document structure decides what is a person", () => {
  test.each([
    // Labels
    ["Vorname: ⟦Rose⟧\nNachname: ⟦Hunter⟧"],
    ["Name des Patienten: ⟦Xaver Qrst⟧"],
    ["Familienname | ⟦Richter⟧"],
    ['{"first_name": "⟦Zbygniew⟧", "last_name": "⟦Qwertz⟧"}'],
    ["Full name = ⟦Xaver Qrst⟧, age 4"],
    ["customerName: ⟦Qwertz⟧"],
    ["**Name:** ⟦Anna Weber⟧"],
    ["| Name | ⟦Anna Weber⟧ |"],
    // Headers of mails
    ["From: ⟦Grace Hunter⟧ <grace@x.example>\nTo: ⟦Bob Stone⟧\nCc: ⟦Faith King⟧"],
    // Enumerations
    ["Anwesend waren ⟦Kaluza⟧, ⟦Brämer⟧, ⟦Oyelaran⟧ und ⟦Stüwe⟧."],
    // Salutations and introductions
    ["Sehr geehrter Herr ⟦von der Leyen⟧,\nvielen Dank."],
    ["Sehr geehrte Frau Prof. Dr. med. ⟦Özdemir-Krause⟧,"],
    ["Hi ⟦Mark⟧, can you call ⟦Will⟧ back?"],
    ["ich heiße ⟦sabine krüger⟧ und komme aus dem Norden"],
    ["My name's ⟦Xaver⟧."],
    // A title before any word
    ["⟦Mr Bishop⟧ called, and ⟦Mrs. Frost⟧ too."],
    ["Gestern kam Herr ⟦Zufall⟧ vorbei, heute Frau ⟦Mai⟧."],
    ["Dann kam Herr ⟦PRELWITZKA⟧.\n\nThen ⟦Mrs PRELWITZKA⟧ called."],
    ["Der Patient ⟦PRELWITZKA, Anna⟧ kam heute zu uns."],
    // Lower case
    ["frag mal den ⟦dieter⟧, der kommt von der ⟦sabine⟧"],
    ["gestern hat ⟦dieter schmidt⟧ angerufen"],
    ["Danke, Frau ⟦schmidt-lange⟧."],
    ["⟦Kim Min-jun⟧ and ⟦Park Ji-woo⟧ met us."],
    // Signatures
    ["Mit freundlichen Grüßen\n⟦Petra Sommer⟧"],
    ["Viele Grüße,\nDein ⟦Wolf⟧"],
    ["Kind regards\n⟦Will⟧"],
    ["LG\n⟦Max⟧"],
    ["Best regards,\n⟦J. R. Hartley⟧"],
    // Titles, initials, particles, glued and inverted forms, genitives
    ["Dr.⟦Leitner⟧ hat den Befund gesehen."],
    ["⟦Hendlbein H.⟧ wurde am 3.5. aufgenommen."],
    ["⟦Müllers⟧ Auto steht vor dem Haus."],
    ["I'm ⟦Oscar⟧. My brother ⟦Bill⟧'s car broke down."],
    ["⟦Ludwig van Beethoven⟧ met ⟦Otto von Bismarck⟧."],
    // Speakers and lists of people
    ["⟦Anna⟧: Kommst du morgen?\n⟦Wolf⟧: Ja, klar."],
    ["Teilnehmer:\n⟦Anna Weber⟧\n⟦Jonas Wolf⟧\n⟦Mehmet Yildiz⟧"],
    ["Attendees:\n- ⟦Rose Hunter⟧\n- ⟦Mark Stone⟧\n- ⟦Will Young⟧"],
    // A surname on its own after the full name
    ["We met ⟦Peter Wolf⟧ there.\nThen ⟦Wolf⟧ left."],
  ])("the marked persons are found: %j", (text) => {
    expect(marked(text.replaceAll(/[⟦⟧]/g, ""))).toBe(text);
  });

  test.each([
    "Nachname: unbekannt",
    "Vorname: [PERSON_1]",
    "last_name = undefined",
    "Best regards,\nYour Team",
    "Viele Grüße\naus dem Urlaub",
    "Thanks,\nwe will call",
    "Mit freundlichen Grüßen\nIhr Team",
    "Sehr geehrte Damen und Herren,",
    "Dear Sir or Madam,",
    "Hello World!",
    "Liebe Kolleginnen und Kollegen,",
    "Subject: Invoice\nDate: Monday",
    "die Frau und der Mann",
    "Wenn eine Frau Kinder hat",
    "Herr Doktor, Frau Kollegin, Mr President",
    "MS Office",
    "link:../../packages/http-kit",
    "dpkg: deb-systemd-helper 1.65",
    "the pause in ms. Default: 10 s",
    "that was a déjà vu for us",
  ])("no person is found in %j", (text) => {
    expect(marked(text)).toBe(text);
  });
});
