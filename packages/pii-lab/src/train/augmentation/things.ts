import type { Language } from "@veil/contracts/sanitiser";
import type { Random } from "../random.ts";
import { termsOf } from "../text-lists.ts";
import { capitalise } from "./people.ts";

/** Words that look like names and are none, or are names of companies. */
export interface Things {
  /** A term of medicine, offices, everyday life. */
  term(): string;
  /** A company, brand, club, newspaper. */
  company(): string;
  product(): string;
}

const EVERYDAY = /compan|media|organisations/u;
const PRODUCTS =
  "Windows 11|Excel|Outlook|Jira|Galaxy S21|iPhone 13|Photoshop|Chrome|Firefox|Teams|Zoom|Android|Word|PowerPoint|Docker|Kubernetes|Postgres|Ibuprofen|Aspirin|Metoprolol|Ramipril|Pantoprazol|Golf GTI|Model 3|PlayStation 5|Xbox|Kindle|ThinkPad|MacBook Pro|Office 365|Tylenol|Lisinopril|Metformin|Honda Civic|Ford Focus".split(
    "|",
  );
const MEDICAL_STEMS =
  "kardio gastro hepato nephro neuro osteo arthro broncho pneumo dermato hämato endo myo angio lympho adeno cholezyst pankreat laryng tracheo oto rhino kolo rekto zyst uro gyn mast thyreo radio patho psycho entero spondyl chondro fibro lipo hämangio karzino glomerulo vaskul cerebr encephal mening retin blephar gingiv append divertikul sinus tonsill pharyng vagin prostat phleb thromb arteri tendin burs synov".split(
    " ",
  );
const MEDICAL_ENDINGS =
  "itis ose om pathie ektomie skopie graphie logie tomie plastik gramm algie megalie ismus ämie urie plegie phobie stenose zele lyse rrhoe spasmus ptose trophie penie zytose therapie sklerose fibrose".split(
    " ",
  );
const DRUG_STEMS =
  "Ram En Lisin Metop Bisop Ateno Simva Atorva Prava Val Cand Telmi Amox Cef Azi Clari Levo Panto Ome Eso Pheno Carba Lamo Ola Que Risp Halo Dia Lora Mida Tra Mor Oxy Fen Nalo Met Glim Sita Insu Pred Dexa Beta Hydro Torem Furo Spiro Digi Mar Xar Eli Apix Ritu Trastu Bev Pacli Cis Carbo Metho Flu Ser Cita Venla Mirta".split(
    " ",
  );
const DRUG_ENDINGS =
  "ipril pril olol statin sartan icillin uroxim omycin oxacin prazol azol epin trigin apin idon peridol zepam olam dol phin codon tanyl xon formin epirid gliptin lin nisolon methason semid lacton toxin cumar elto quis aban ximab zumab taxel platin trexat oxetin alin opram faxin zapin al in on ex".split(
    " ",
  );
const FORMS: Readonly<Record<Language, readonly string[]>> = {
  de: ["Salbe", "Tropfen", "Saft", "Prolong", "retard", "Tbl.", "Trpf.", "comp"],
  en: ["XR", "cream", "tablets", "drops", "ER", "ointment"],
};
const GRADES = "Level Grad Stadium Typ Phase Bosniak Score Index Klasse Grade Stage".split(" ");
const MEDICAL_SHARE: Readonly<Record<Language, number>> = { de: 0.25, en: 0.12 };

export function createThings(language: Language, random: Random): Things {
  const sections = [...termsOf(`terms.${language}.txt`)];
  const inSections = (companies: boolean): readonly string[] =>
    sections.filter(([name]) => EVERYDAY.test(name) === companies).flatMap(([, terms]) => terms);
  const terms = inSections(false);
  const companies = inSections(true);
  const { pick, chance } = random;
  return {
    term: () =>
      chance(MEDICAL_SHARE[language]) ? medicalWord(language, random, terms) : pick(terms),
    company: () => pick(companies),
    product: () => pick(PRODUCTS),
  };
}

/** A word that medicine might have: a diagnosis, a drug, a grade. */
function medicalWord(language: Language, random: Random, terms: readonly string[]): string {
  const { pick, next } = random;
  const drug = (): string => pick(DRUG_STEMS) + pick(DRUG_ENDINGS);
  const x = next();
  if (x < 0.4) return capitalise(pick(MEDICAL_STEMS) + pick(MEDICAL_ENDINGS));
  if (x < 0.75) return drug();
  if (x < 0.82) return `${drug()} ${drug()}`;
  if (x < 0.88) return `${drug()} ${pick(FORMS[language])}`;
  if (x < 0.94) return `${pick(GRADES)} ${pick(["I", "II", "III", "IV", "V", "1", "2"])}`;
  return `${capitalise(pick(MEDICAL_STEMS))}-${pick(terms)}`;
}
