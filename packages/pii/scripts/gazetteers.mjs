// Generates data/names, with one name per line, from the name lists of @zxcvbn-ts and
// @faker-js/faker (MIT).
// Usage: node scripts/gazetteers.mjs <folder of the lists>
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [, , folder] = process.argv;
if (folder === undefined)
  throw new Error("Usage: node scripts/gazetteers.mjs <folder of the lists>");

const list = (file) => JSON.parse(readFileSync(path.join(folder, file), "utf8"));
const faker = list("faker.names.json");
const NAME = /^\p{Script=Latin}[\p{Script=Latin}'’-]+$/u;

/**
 * Given names that are also everyday words, places or months, so that on their own they are weak
 * evidence of a person.
 */
const AMBIGUOUS_GIVEN = new Set(
  `faust felix grant honor job jordan justin long morgan paris roger roman tor virgin else line
  august ernst earl mark frank per tim summer sydney beat guy angel ari baby bailey bell blair brown
  florida golden haven jess jude lane london lou loyal miller murphy oma pat pink river royal sage sunny terry toy
  unique valentine van amber america april bonnie charity crystal daisy dawn destiny diamond era faith fern ginger
  grace heaven heather holly hope iris joy june may miracle patience pearl peggy penny piper precious princess
  queen rose santa sister tess trace virginia wendy al alf art barney baron barry bart bill brain buck bud buddy caesar
  carter chance chase christ clay cole colt cooper dexter drew duncan ford forest foster gene general german graham
  gus guns hunter israel jackson jesus judge junior king kirk lance lincoln mac major marshall mason miles noble
  parker perry pierce price prince ray rex rocky ross rusty scott stone stan spencer trevor troy turner wade walker
  ward warren watson will wolf archer comfort bless blessing promise esse france marine nine reine solange constant
  innocent martial pie vital divine mai tal alone alpha el loan amen aren soda dame mama naja antun mate mile tone juli
  nur among jail prima idea even floor lot jazz jet ace dies flip kick lex rein storm ties vic washington gun ay
  bars bay mine mir nail bee bird bride bunny cam candy carry cherry con cookie de del deny di doll em fan fancy gates
  gay glad glory gray happy honey jen kit lucky mag meg mel mercy merry mommy morgen nanny page peg pen pet row shell
  star sunshine tuesday art can fine lean lion logan mira said till bo sky jan eve victoria sean dale dean don ian
  kim leo wayne serena florence austin charlotte madison chelsea brooklyn dallas houston georgia carolina dakota india china
  asia kenya santiago diego francisco milan vienna roma lima essen berlin hamburg kiel bonn regen winter sommer herbst
  monday friday wednesday thursday saturday sunday montag freitag samstag sonntag new san santa los las saint sankt st
  north south east west nord sud ost great little big old young rich ever early case bond cash sterling penny precious
  lord lady sir deacon bishop pope cardinal star ruby jasmin jasmine rosemary olive basil clementine apple plum melody
  harmony serenity trinity cadence chastity prudence temperance constance concordia viola aura linde heide erika ingwer
  gold silber sterne min iban
  `.split(/\s+/),
);
/** Family names that are in the lists of common words only because many people have them. */
const CLEAR_FAMILY = new Set(
  `smith johnson williams jones davis miller wilson moore taylor anderson thomas jackson harris martin thompson garcia
  martinez robinson clark lewis lopez scott adams nelson mitchell roberts phillips campbell evans edwards collins
  stewart sanchez morris rogers morgan murphy howard torres peterson watson kelly sanders bennett barnes ross
  henderson coleman jenkins patterson hughes simmons alexander russell griffin diaz hayes hamilton graham sullivan
  wallace reynolds ellis harrison gibson simpson stevens crawford henry boyd kennedy dixon gordon holmes daniels
  ferguson hawkins perkins hudson spencer matthews arnold wagner willis carroll duncan bradley andrews riley
  armstrong elliott peters franklin ryan schmidt montgomery meyer mccoy alvarez harvey stanley gilbert garrett
  welch burke hanson douglas fleming jensen vargas neal barrett sutton gregory lucas fletcher vaughn dawson norris
  schultz leonard walsh benson tate cohen robbins newton higgins reese walton becker norman malone hammond quinn
  maxwell floyd gibbs doyle sherman pratt briggs moran brady mccormick logan owen jefferson norton clayton lloyd
  carson clarke bryan hogan allison nash flynn monroe randall anthony skinner kirby gilmore bruce kramer
  gallagher wyatt baxter glenn keith vincent olsen humphrey dalton johns miranda preston nixon sloan shannon
  chang sheppard chen ashley herman giles nolan brennan kane joyce haley richmond bernard benjamin travis mckay
  david michael frederick jarvis donovan albert raymond cleveland stuart dale hyde boyle langley lindsay
  müller werner walter friedrich beck simon ludwig heinrich hermann wilhelm schultz heinz krebs jakob john conrad
  jacob philipp miller metzger klaus burger vetter römer gabriel knapp peter paul franz fritz adam thomas otto
  schmitt schmitz meier maier mayer hoffmann lukas jonas hubert herbert kellner
  `.split(/\s+/),
);

const words = new Set([
  ...list("de.commonwords.zxcvbn.json"),
  ...list("en.commonWords.zxcvbn.json").slice(0, 10_000),
]);

const given = {
  en: clean([...list("en.firstnames.zxcvbn.json"), ...faker.en.first]),
  de: clean([...list("de.firstnames.zxcvbn.json"), ...faker.de.first, ...faker.de_CH.first]),
};
given.international = clean(Object.values(faker).flatMap(({ first = [] }) => first));
const LOCALES = [
  "tr",
  "pl",
  "it",
  "es",
  "fr",
  "nl",
  "pt_PT",
  "da",
  "sv",
  "nb_NO",
  "fi",
  "en_IN",
  "en_NG",
  "vi",
  "hu",
];
const family = {
  en: clean([...list("en.lastnames.zxcvbn.json").slice(0, 5000), ...faker.en.last]),
  de: clean([...list("de.lastnames.zxcvbn.json"), ...faker.de.last, ...faker.de_CH.last]),
  international: clean(LOCALES.flatMap((locale) => faker[locale].last)),
};

const seenGiven = new Set();
const seenFamily = new Set();
let total = 0;
for (const language of ["de", "en", "international"]) {
  const firsts = fresh(given[language], seenGiven);
  const lasts = fresh(family[language], seenFamily);
  write(
    language,
    "given",
    firsts.filter((name) => !AMBIGUOUS_GIVEN.has(name)),
  );
  write(
    language,
    "given-or-word",
    firsts.filter((name) => AMBIGUOUS_GIVEN.has(name)),
  );
  write(
    language,
    "family",
    lasts.filter((name) => !isWord(name)),
  );
  write(language, "family-or-word", lasts.filter(isWord));
}
process.stdout.write(`${total} bytes\n`);

function isWord(name) {
  return words.has(name) && !CLEAR_FAMILY.has(name);
}

function clean(names) {
  return [...new Set(names.map((name) => name.toLowerCase().normalize("NFC")))].filter((name) =>
    NAME.test(name),
  );
}

function fresh(names, seen) {
  const own = names.filter((name) => !seen.has(name));
  for (const name of own) seen.add(name);
  return own.sort();
}

function write(language, list, names) {
  const target = path.join(import.meta.dirname, "../data/names", language);
  mkdirSync(target, { recursive: true });
  const text = names.map((name) => `${name}\n`).join("");
  total += Buffer.byteLength(text);
  writeFileSync(path.join(target, `${list}.txt`), text);
}
