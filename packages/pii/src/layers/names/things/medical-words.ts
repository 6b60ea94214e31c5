import { type EndPattern, endPattern } from "../../../end-pattern.ts";
import { nameClarities } from "../../../gazetteers/gazetteer.ts";
import { kindsOfThing, MEDICINE_KIND, NO_KIND } from "../../../gazetteers/things.ts";
import type { NameSurroundings } from "./among-things.ts";
import { bareName, type PossibleName } from "./possible-name.ts";

/** How words of medicine end, in both languages. No family name of the lists of names ends so. */
const ENDING = ending(
  `[ck]tomien? [eo]ctomy otomy oscopy skopien? gra(?:f|ph)ien? pathien? ämien? aemia taxien? [aäeiorlmpst]algien?
  algia plasien? plasty (?:[ohrku]ly|naly|dialy)sen? (?:[diklmnty]o|hera|enze[fp]halo)gramm plegien? paresen?
  stom(?:ie|y) zyten? zytosen? penie penia trophien? ektasien? [ck]tasis gnosen? lepsie traumata trauma rhythmien?
  kardien? kardie pnoe pnö phagie phasie praxie sklerose stenosen? thrombosen? embolien? embolism sepsis nekrosen?
  fibrose zirrhose arthrosen? neurose psychose azidose alkalose zyanose tuberkulose skoliose kyphose lordose
  porose listhese
  (?:arthr|bronch|gastr|hepat|dermat|col|kol|zyst|cyst|sinus|pankreat|pancreat|append(?:iz|ic)|divertikul|tendin|phleb|mening|en[ck]ephal|ösophag|nephr|neur|ot|rhin|tonsill|laryng|pharyng|tracheo?|[ck]ard|periton|prostat|vas[ck]ul|burs|epi[ck]ondyl|myel|parodont|[ck]onjun[ck]tiv|kerat|uve|lymphang|arteri|spondyl|ileo?|enter|pneumon)itis
  [ck]ar[ck]inoma? sarkom lymphom adenom myom fibrom gliom melanom angiom lipom papillom myelom thymom blastom
  granulom glaukom hämatom neurinom meningeom insuffizienz dysfunktion abusus resektion exstirpation
  transplantation amputation implantation punktion biopsien? infusion(?:en)? injektion(?:en)? transfusion(?:en)?
  ablation dilatation reposition sekretion luxation(?:en)? distorsion(?:en)? kontusion(?:en)? ruptur(?:en)?
  frakture?n? läsion(?:en)? infarkte? ödeme? hernien? insulte? syndrome? blutung(?:en)? metastasen? tumore?n?
  abszesse? ekzeme? prothesen? plastik(?:en)? filiae therapien? therapeutikum therapeutika prophylaxe diagnostik
  medikation anamnese prognose befunde? parameter reflexe? visite schmerz(?:en)? logisch(?:e[rnsm]?)?
  \\p{L}{2}ologen? \\p{L}{2}ologien? ologin(?:nen)? iatrie (?:psych|ped|päd|ger)iater ierung(?:en)? tension tonus
  transferase dehydrogenase phosphatase amylase lipase kinase globulin hormon protein peptid enzym toxin säure
  \\p{L}{2}(?:sartan|vastatin|nystatin|ostatin|prazole?|olol|cillin|floxacin|mycin|azepam|oxetin|dipin|triptan|platin|rubicin)
  \\p{L}{2}(?:taxel|ethason|cortison|nisolone?|asolon|antoin|azepin|gliptin|gliflozin|glutid|formin|vudin|buvir|[nd]amustin)
  \\p{L}{2}(?:xaban|gatran|grel|fibrat|setron|pramin|epam|olam|barbital|dronat|lukast|tropium|thiazid|semid|lacton|nitrat)
  \\p{L}{2}(?:penem|sulfat|acetat|chlorid|hydroxid|phosphat|karbonat|[tzx]imab|zumab|mumab|tumab|tinib)`,
);
/** How they begin; in front of a whole stem, so that "Thoraxwand" is one and "Thorak" is none. */
const BEGINNING =
  /^(?:abdom[ie]n|thora[kx]|nephro|gastro|kardio|hepato|osteo|pneumo|hämato|pankrea|arthro|ösophag|broncho|elektro|lungen|lumbal|lumbo|zervi[kc]o?|cervi[kc]al|inguinal|mikro|immun|chemo|radio|entero|zyst|urethr|prostat|hüft|schulter|schilddrüsen|retro|ultraschall|methyl|hydro|hyper|antibio|herzzwerchfell|herzkranz|synov|macul|makul|dys[aklmopt])\p{Ll}{3,}/iu;
/** "Segment VI", "Typ IIa", "Grad I-II". */
const STAGE = /^(?:[IVX]{1,4}|[IVX]{1,4}[-/][IVX]{1,4})[a-c]?$/u;
/** A dose, not before another word: "20 mg/kg", "80 1-0-0", but not "20 mg Morphin". */
const DOSE =
  /^(?: retard| forte| plus| comp\.?)?:? \(?(?:\d{1,4}(?:[.,/]\d{1,3})? ?(?:mg|µg|μg|mcg|ml|mval|mmol|IE|I\.E\.|Hub|Tbl\.|Tabl\.|Tropfen|gtt\.?)(?![\p{L}\d])(?! \p{Lu})|(?:\d{1,4}(?:[.,]\d{1,3})? ?(?:mg|µg|μg|ml|g)? ){0,2}\d(?:\/\d)? ?- ?\d(?:\/\d)? ?- ?\d(?![\d.])|\d ?x ?\d (?:EL|TL|Hub|Tbl|Btl)(?!\p{L}))/u;
const LATIN_BEHIND =
  /^ (?:\p{Ll}{2,}(?:alis|aris|icum|icus|osum|osus|oideus|oidea|orum|arum)|bifida|praeter|vera|dextra|sinistra|maior|minor|superior|inferior|anterior|posterior)(?!\p{L})/u;

/** "Gangataxie", "Herzzwerchfellwinkel", "Segmentresektion VI", "Memantin Ebixa 10 1-0-0", "Fossa ischiorectalis". */
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

/** A place whose words are all of medicine. */
export function isMedicalPlace({ text, kinds }: PossibleName): boolean {
  return kinds === MEDICINE_KIND || text.split(" ").every(isMedicalWord);
}

function isMedicalWord(word: string): boolean {
  const last = word.slice(word.lastIndexOf("-") + 1);
  if (nameClarities(last).some((clarity) => clarity !== "unknown")) return false;
  return ENDING.test(last) || BEGINNING.test(word);
}

function ending(words: string): EndPattern {
  return endPattern(new RegExp(`(?:${words.trim().split(/\s+/).join("|")})$`, "iu"));
}
