import { nameClarities } from "../../gazetteers/gazetteer.ts";
import { kindsOfThing, MEDICINE_KIND, NO_KIND } from "../../gazetteers/things.ts";
import type { NameSurroundings } from "./among-things.ts";
import { bareName, type PossibleName } from "./possible-name.ts";
import { wordEndings } from "./word-endings.ts";

/**
 * Endings of medical words in both languages. No family name in the lists of names has one of these
 * endings.
 */
const ENDINGS = wordEndings(
  `ctomien ctomie ktomien ktomie ectomy octomy otomy oscopy skopien skopie grafien grafie graphien graphie pathien
  pathie ämien ämie aemia taxien taxie aalgien aalgie äalgien äalgie ealgien ealgie ialgien ialgie oalgien oalgie
  ralgien ralgie lalgien lalgie malgien malgie palgien palgie salgien salgie talgien talgie algia plasien plasie
  plasty olysen olyse hlysen hlyse rlysen rlyse klysen klyse ulysen ulyse nalysen nalyse dialysen dialyse dogramm
  iogramm kogramm logramm mogramm nogramm togramm yogramm heragramm plegien plegie paresen parese stomie stomy zyten
  zyte zytosen zytose penie penia trophien trophie ektasien ektasie ctasis ktasis gnosen gnose lepsie traumata
  trauma rhythmien rhythmie kardien kardie pnoe pnö phagie phasie praxie sklerose stenosen stenose thrombosen
  thrombose embolien embolie embolism sepsis nekrosen nekrose fibrose zirrhose arthrosen arthrose neurose psychose
  azidose alkalose zyanose tuberkulose skoliose kyphose lordose porose listhese arthritis bronchitis gastritis
  hepatitis dermatitis colitis kolitis zystitis cystitis sinusitis pankreatitis pancreatitis appendizitis
  appendicitis divertikulitis tendinitis phlebitis meningitis encephalitis enkephalitis ösophagitis nephritis
  neuritis otitis rhinitis tonsillitis laryngitis pharyngitis tracheoitis tracheitis carditis karditis peritonitis
  prostatitis vasculitis vaskulitis bursitis epicondylitis epikondylitis myelitis parodontitis conjunctivitis
  conjunktivitis konjunctivitis konjunktivitis keratitis uveitis lymphangitis arteriitis spondylitis ileoitis
  ileitis enteritis pneumonitis carcinoma carcinom carkinoma carkinom karcinoma karcinom karkinoma karkinom sarkom
  lymphom adenom myom fibrom gliom melanom angiom lipom papillom myelom thymom blastom granulom glaukom hämatom
  neurinom meningeom insuffizienz dysfunktion abusus resektion exstirpation transplantation amputation implantation
  punktion biopsien biopsie infusionen infusion injektionen injektion transfusionen transfusion ablation dilatation
  reposition sekretion luxationen luxation distorsionen distorsion kontusionen kontusion rupturen ruptur frakturen
  frakture frakturn fraktur läsionen läsion infarkte infarkt ödeme ödem hernien hernie insulte insult syndrome
  syndrom blutungen blutung metastasen metastase tumoren tumore tumorn tumor abszesse abszess ekzeme ekzem prothesen
  prothese plastiken plastik filiae therapien therapie therapeutikum therapeutika prophylaxe diagnostik medikation
  anamnese befunde befund parameter reflexe reflex visite schmerzen schmerz logischer logischen logisches logischem
  logische logisch ologinnen ologin iatrie psychiater pediater pädiater geriater ierungen ierung tension tonus
  transferase dehydrogenase phosphatase amylase lipase kinase globulin hormon protein peptid enzym toxin säure`,
);
/** Endings that need at least two letters before them. */
const ENDINGS_OF_LONGER = wordEndings(
  `ologen ologe ologien ologie sartan vastatin nystatin ostatin prazole prazol olol cillin floxacin mycin oxetin
  dipin triptan platin rubicin taxel ethason cortison nisolone nisolon asolon antoin azepin gliptin gliflozin glutid
  formin vudin buvir namustin damustin xaban gatran grel fibrat setron pramin epam olam barbital dronat lukast
  tropium thiazid semid lacton nitrat penem sulfat acetat chlorid hydroxid phosphat karbonat timab zimab ximab zumab
  mumab tumab tinib`,
);
const TWO_LETTERS = /\p{L}{2}$/u;
/**
 * Beginnings of medical words, followed by at least three letters, so that "Thoraxwand" counts as
 * medical and "Thorak" does not.
 */
const BEGINNING =
  /^(?:abdom[ie]n|thora[kx]|nephro|gastro|kardio|hepato|osteo|pneumo|hämato|pankrea|arthro|ösophag|broncho|elektro|lungen|lumbal|lumbo|zervi[kc]o?|cervi[kc]al|inguinal|mikro|immun|chemo|radio|entero|zyst|urethr|prostat|hüft|schulter|schilddrüsen|retro|ultraschall|methyl|hydro|hyper|antibio|herzzwerchfell|herzkranz|synov|macul|makul|dys[aklmopt])\p{Ll}{3,}/iu;
/** Matches the stage in "Segment VI", "Typ IIa" and "Grad I-II". */
const STAGE = /^(?:[IVX]{1,4}|[IVX]{1,4}[-/][IVX]{1,4})[a-c]?$/u;
/** Matches a dose that no other word follows: "20 mg/kg", "80 1-0-0", but not "20 mg Morphin". */
const DOSE =
  /^(?: retard| forte| plus| comp\.?)?:? \(?(?:\d{1,4}(?:[.,/]\d{1,3})? ?(?:mg|µg|μg|mcg|ml|mval|mmol|IE|I\.E\.|Hub|Tbl\.|Tabl\.|Tropfen|gtt\.?)(?![\p{L}\d])(?! \p{Lu})|(?:\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|µg|μg|ml|g)? ){0,2}\d(?:\/\d)? ?- ?\d(?:\/\d)? ?- ?\d(?![\d.])|\d ?x ?\d (?:EL|TL|Hub|Tbl|Btl)(?!\p{L}))/u;
const LATIN_BEHIND =
  /^ (?:\p{Ll}{2,}(?:alis|aris|icum|icus|osum|osus|oideus|oidea|orum|arum)|bifida|praeter|vera|dextra|sinistra|maior|minor|superior|inferior|anterior|posterior)(?!\p{L})/u;

/**
 * Returns whether the name is a medical term: "Gangataxie", "Herzzwerchfellwinkel",
 * "Segmentresektion VI", "Memantin Ebixa 10 1-0-0", "Fossa ischiorectalis".
 */
export function isMedicalTerm(
  text: string,
  { end, text: written, words }: PossibleName,
  { facts }: NameSurroundings,
): boolean {
  const [first = "", ...rest] = bareName(written).split(/[ /]+/u);
  const parts = [first, ...rest.filter((part) => !STAGE.test(part))];
  if (parts.some((part) => nameClarities(part).includes("clear"))) return false;
  const isStaged = parts.length <= rest.length;
  const [next] = [text.slice(end, end + 40)];
  const isDosed = DOSE.test(next) || (words.length === 1 && LATIN_BEHIND.test(next));
  const isMedical = parts.some(isMedicalWord);
  if (!isMedical && !isDosed && !isStaged) return false;
  if (parts.length === 1) return isMedical || !facts.isName(first);
  return parts.every((part) => isMedicalWord(part) || isOther(part, isDosed, facts));
}

function isOther(word: string, isDosed: boolean, facts: NameSurroundings["facts"]): boolean {
  if (nameClarities(word).some((clarity) => clarity !== "unknown") || facts.isName(word))
    return false;
  return isDosed || facts.isPlain(word) || kindsOfThing(word) !== NO_KIND;
}

/** Returns whether a place is a medical term, by its kind or because all its words are medical. */
export function isMedicalPlace({ text, kinds }: PossibleName): boolean {
  return kinds === MEDICINE_KIND || text.split(" ").every(isMedicalWord);
}

function isMedicalWord(word: string): boolean {
  const last = word.slice(word.lastIndexOf("-") + 1);
  if (nameClarities(last).some((clarity) => clarity !== "unknown")) return false;
  return hasEnding(last) || BEGINNING.test(word);
}

function hasEnding(word: string): boolean {
  if (ENDINGS(word) !== -1) return true;
  const start = ENDINGS_OF_LONGER(word);
  return start !== -1 && TWO_LETTERS.test(word.slice(0, start));
}
