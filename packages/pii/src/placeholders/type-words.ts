import { ENTITY_TYPES, type EntityType } from "@veil/contracts/entities";

/**
 * Words that a model may write for a type, in English, German, French and Spanish. No other words
 * are read. Each word stands for only one type, and so "address" and "date", which could stand for
 * several, are missing. Underscores mark where a model may separate parts.
 */
export const TYPE_WORDS: Readonly<Partial<Record<EntityType, readonly string[]>>> = {
  PERSON: ["PERSONNE", "PERSONA"],
  USERNAME: ["USER_NAME", "BENUTZER_NAME", "NOM_D_UTILISATEUR", "NOMBRE_DE_USUARIO"],
  EMAIL: [
    ...["E_MAIL", "E_MAIL_ADDRESS", "E_MAIL_ADRESSE", "ADRESSE_E_MAIL"],
    ...["COURRIEL", "CORREO_ELECTRONICO"],
  ],
  PHONE: [
    ...["PHONE_NUMBER", "TELEPHONE", "TELEPHONE_NUMBER", "TELEFON", "TELEFON_NUMMER"],
    ...["NUMERO_DE_TELEPHONE", "TELEFONO", "NUMERO_DE_TELEFONO"],
  ],
  STREET_ADDRESS: ["STRASSEN_ADRESSE", "ANSCHRIFT", "ADRESSE_POSTALE", "DIRECCION_POSTAL"],
  POSTAL_CODE: ["ZIP_CODE", "POST_CODE", "POSTLEITZAHL", "PLZ", "CODE_POSTAL", "CODIGO_POSTAL"],
  LOCATION: ["ORT", "STANDORT", "LIEU", "UBICACION", "LUGAR"],
  ORGANIZATION: ["ORGANISATION", "ORGANIZACION"],
  DATE_OF_BIRTH: ["BIRTH_DATE", "GEBURTS_DATUM", "DATE_DE_NAISSANCE", "FECHA_DE_NACIMIENTO"],
  DATE_TIME: ["DATUM_UHRZEIT", "DATE_HEURE", "FECHA_HORA"],
  AGE: ["ALTER", "EDAD"],
  CREDIT_CARD: ["KREDIT_KARTE", "CARTE_DE_CREDIT", "CARTE_BANCAIRE", "TARJETA_DE_CREDITO"],
  BANK_ACCOUNT: ["BANK_KONTO", "COMPTE_BANCAIRE", "CUENTA_BANCARIA"],
  IP_ADDRESS: ["IP_ADRESSE", "ADRESSE_IP", "DIRECCION_IP"],
  MAC_ADDRESS: ["MAC_ADRESSE", "ADRESSE_MAC", "DIRECCION_MAC"],
  SECRET: ["GEHEIMNIS", "SECRETO"],
  ID_NUMBER: ["ID_NUMMER", "NUMERO_D_IDENTIFICATION", "NUMERO_DE_IDENTIFICACION"],
};

interface TypeWord {
  readonly type: EntityType;
  /** The numbers of letters after which a part may end. */
  readonly parts: ReadonlySet<number>;
}

const BY_LETTERS: ReadonlyMap<string, TypeWord> = new Map(
  ENTITY_TYPES.flatMap((type) =>
    [type, ...(TYPE_WORDS[type] ?? [])].map((word) => [
      word.replaceAll("_", ""),
      { type, parts: partsOf(word.split("_")) },
    ]),
  ),
);

/**
 * Returns the type whose name or type word consists of the parts `words`, such as "Credit" and
 * "card". It ignores case and accents.
 */
export function typeOfWords(words: readonly string[]): EntityType | undefined {
  const folded = words.map(foldedWord);
  const found = BY_LETTERS.get(folded.join(""));
  if (found === undefined || folded.includes("")) return undefined;
  return [...partsOf(folded)].every((part) => found.parts.has(part)) ? found.type : undefined;
}

/** Returns whether the name of some type begins with these letters. */
export function beginsType(letters: string): boolean {
  const folded = foldedWord(letters);
  if (folded === "" && letters !== "") return false;
  return [...BY_LETTERS.keys()].some((known) => known.startsWith(folded));
}

/** Returns the word in plain capitals, or an empty string if it has letters that no type has. */
function foldedWord(word: string): string {
  const plain = word.normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ß", "ss");
  return /^[A-Za-z]+$/.test(plain) ? plain.toUpperCase() : "";
}

function partsOf(words: readonly string[]): Set<number> {
  let letters = 0;
  return new Set(words.map((word) => (letters += word.length)));
}
