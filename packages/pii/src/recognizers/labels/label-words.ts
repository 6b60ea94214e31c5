import type { EntityType } from "../../finding.ts";

/** How to read the value after a label, and when the word counts as a label at all. */
export type LabelForm =
  /**
   * A thing that has a number. It is a certain label only with a word for a number: "meter no.".
   */
  | "owner"
  /** A thing whose number may follow directly: "claim CLM-26-88", `invoice=R-2204`. */
  | "record"
  /** The name of a number: "MRN", "IMEI", "Kassenzeichen". */
  | "number"
  /** The name of a number, if in capitals, because "ein" is also a German article. */
  | "capitals"
  /** An abbreviation that must have its full stop or a sign after it: "Az. 12 O 345/20". */
  | "abbreviation"
  /**
   * A word that is a label only before text that looks like an identifier: "under number K04OX118".
   */
  | "numeral"
  /** A tag with the number of a thing that someone holds: "asset tag". */
  | "tag"
  /** A label that is in brackets with its value: "(ID 2291884)". */
  | "in-brackets"
  | "iban"
  | "bic"
  | "password"
  | "key"
  /** A label of keys in cookies and logs, which may also have other values. */
  | "session"
  | "pin"
  | "account-name"
  /** The name of a login. In a sentence, a plain word may follow: "my login is captainmoss". */
  | "login-name"
  /** A nickname. A plain word may follow without a sign: "Kürzel iknoop". */
  | "nickname"
  /** The role of a person in a ticket or a document, and other words that seldom precede a name. */
  | "account-role"
  /** The domain of an account, `CORP\\name`. */
  | "domain"
  /** A network on which people have account names. */
  | "network";

interface LabelWords {
  readonly type: EntityType;
  readonly form: LabelForm;
  /**
   * Lower-case words, each in one entry only. They also match with "ae" for "ä". German words have
   * the form that begins a compound.
   */
  readonly words: string;
}

/**
 * Words for a number, after the thing that has it: "customer no.", `customer_id`, "Kundennummer",
 * "Kunden-Nr.".
 */
export const NUMBER_WORDS =
  "no nr num number numbers id idnr ref reference code identifier nummer nummern kennung zeichen kennzeichen";

/**
 * Every label of a value, English and German, as in prose, forms, JSON, YAML, XML, settings, CSV
 * headers and tables. Words of the forms `owner`, `record` and `number` also form compounds with
 * `NUMBER_WORDS`.
 */
export const LABEL_WORDS: readonly LabelWords[] = [
  {
    type: "ID_NUMBER",
    form: "record",
    words: `customer client member membership policy claim contract account acct employee case ticket order invoice
      booking reservation patient student licence license permit docket matter rma quote tracking shipment po
      mandate flyer lease kunde mandant vertrag rechnung auftrag bestellung vorgang police schaden mitglied antrag ausweis
      bescheid lieferschein vertragskonto sendung akte buchung reference ref zeichen`,
  },
  {
    type: "ID_NUMBER",
    form: "owner",
    words: `subscriber subscription policyholder certificate group emp empl staff payroll personnel worker pupil
      enrolment enrollment matriculation library file incident bill return itinerary confirmation pat chart encounter
      visit accession specimen admission hospital record prescription rx card visa registration reg applicant
      application receipt alien traveller traveler loyalty rental deed parcel asset inventory locker hosp anfrage rahmen kv verfüger berater passport reisepass laptop notebook polizze passenger loan mortgage bar nmls dea provider medicaid
      pension report fine notice meter serial device microchip chip vehicle chassis engine vendor supplier tenant tenancy
      landlord beneficiary donor voter identity identification national personal tax taxpayer vat paye payee company
      business green service legitimation insurance insured plan benefit study pet emergency security friend pan driverlicense driverslicense complaint crime collar drivinglicence
      drivinglicense a`,
  },
  {
    type: "ID_NUMBER",
    form: "owner",
    words: `kunden kd mandanten klienten mitglieds mitgl vertrags policen versicherungsschein schadens schadenfall antrags
      vorgangs auftrags bestell best rechnungs rg re beleg angebots sendungs paket lieferanten lieferant
      makler mitarbeiter dienst dienstausweis truppenausweis mitarbeiterausweis schwerbehindertenausweis pers patienten
      fall aufnahme befund proben labor histologie akten protokoll eingangs tagebuch studien matrikel schüler
      teilnehmer bewerber bibliotheksausweis vereins spielerpass wertmarke kundenkarte kundenkarten buchungs
      reservierungs vielflieger bahncard visum vers versicherungs versicherten krankenversicherten kassen zähler
      marktlokations messlokations sim simkarten serien geräte fahrgestell inventar wirtschafts registrier
      register gewerbe betriebs rezept bußgeld bußgeldbescheid mieter mietvertrag wohnungsgeber störungs referenz
      mandats gläubiger legitimations renten kindergeld bg azr zpv depot darlehens kredit spender transponder einsatz
      lizenz zertifikats zulassungs e`,
  },
  {
    type: "ID_NUMBER",
    form: "number",
    words: `mrn nationalidnumber badge fallzahl imei iccid mpan mprn vin fin utr ssin eori piz uidai aadhaar adhaar aadhar etkt tkt eticket mandatsref
      kassenzeichen aktenzeichen geschäftszeichen dienstzeichen marktlokation messlokation
      mandatsreferenz svnr ahv chi pps ppsn ifsc kontrollschild gmc ahpra tfn esta ihi qid gstin ehic bvn fob parzelle flurstück
      grundbuchblatt passnummer passnr assettag servicetag`,
  },
  { type: "ID_NUMBER", form: "numeral", words: "number nummer" },
  { type: "ID_NUMBER", form: "tag", words: "tag" },
  { type: "ID_NUMBER", form: "capitals", words: "ein fn ik bin" },
  { type: "ID_NUMBER", form: "abbreviation", words: "az gz" },
  { type: "ID_NUMBER", form: "in-brackets", words: "id nr" },
  { type: "BANK_ACCOUNT", form: "owner", words: "bankaccount konto kto bankkonto girokonto" },
  {
    type: "BANK_ACCOUNT",
    form: "number",
    words: "blz bankleitzahl kautionskonto postkonto sortcode",
  },
  { type: "CREDIT_CARD", form: "owner", words: "creditcard kreditkarten karten debitcard" },
  { type: "IBAN", form: "iban", words: "iban" },
  { type: "ID_NUMBER", form: "bic", words: "bic swift" },
  { type: "US_NPI", form: "number", words: "npi" },
  { type: "US_SSN", form: "number", words: "ssn" },
  { type: "US_SSN", form: "owner", words: "socialsecurity" },
  { type: "US_ITIN", form: "number", words: "itin" },
  { type: "US_ABA_ROUTING", form: "owner", words: "routing aba" },
  { type: "US_MBI", form: "owner", words: "medicare" },
  { type: "GB_NINO", form: "number", words: "nino" },
  { type: "GB_NINO", form: "owner", words: "ni" },
  { type: "GB_NHS", form: "owner", words: "nhs" },
  { type: "DE_LANR", form: "number", words: "lanr" },
  { type: "DE_LANR", form: "owner", words: "arzt" },
  { type: "DE_BSNR", form: "number", words: "bsnr" },
  { type: "DE_BSNR", form: "owner", words: "betriebsstätten" },
  { type: "DE_HEALTH_INSURANCE", form: "number", words: "kvnr" },
  {
    type: "DE_SOCIAL_SECURITY",
    form: "owner",
    words: "sozialversicherungs rentenversicherungs sv rv",
  },
  { type: "DE_TAX_ID", form: "owner", words: "steuer" },
  { type: "DE_TAX_ID", form: "number", words: "idnr steueridentifikationsnummer" },
  { type: "DE_TAX_NUMBER", form: "number", words: "steuernummer steuernr" },
  { type: "DE_VAT_ID", form: "owner", words: "ust umsatzsteuer" },
  { type: "DE_ID_CARD", form: "owner", words: "personalausweis" },
  { type: "DE_DRIVER_LICENSE", form: "owner", words: "führerschein" },
  {
    type: "SECRET",
    form: "password",
    words: `password passwd passwort kennwort passphrase pwd pw pass psk einmalkennwort einmalpasswort startkennwort
      startpasswort kundenkennwort initialpasswort masterpasswort geheimwort securestring`,
  },
  {
    type: "SECRET",
    form: "key",
    words: `token secret apikey apitoken apisecret accesstoken authtoken accesskey secretkey privatekey clientsecret
      geheimnis sessionid phpsessid jsessionid webhooksecret refreshtoken apischlüssel key schlüssel auth`,
  },
  { type: "SECRET", form: "session", words: "session sid" },
  {
    type: "SECRET",
    form: "pin",
    words: `pin puk tan otp alarm haustor tresor schlüsselbox schlüsselkasten zahlenschloss padlock lockbox keypad safe keysafe schlüsselsafe passcode geheimzahl zugangscode türcode haustürcode garagencode alarmcode torcode
      sicherheitscode bestätigungscode freischaltcode entsperrcode schlüsseltresor code combination cvv cvc csc
      prüfziffer kartenprüfnummer kartenprüfziffer`,
  },
  {
    type: "USERNAME",
    form: "account-name",
    words: "user userid benutzer samaccountname userprincipalname nutzer kennung",
  },
  {
    type: "USERNAME",
    form: "login-name",
    words: "username login loginname handle benutzername nutzername anmeldename benutzerkennung",
  },
  { type: "USERNAME", form: "nickname", words: "nick nickname screenname gamertag kürzel" },
  {
    type: "USERNAME",
    form: "account-role",
    words: `reporter assignee reviewer approver requester requestor submitter committer author opener melder bearbeiter
      ersteller zugewiesen zugang onlinezugang shopzugang kundenzugang portalzugang`,
  },
  { type: "USERNAME", form: "domain", words: "domain domäne" },
  {
    type: "USERNAME",
    form: "network",
    words: `skype instagram insta telegram twitter linkedin xing tiktok snapchat discord github gitlab twitch steam psn reddit mastodon
      threema`,
  },
];

/** Matches words before "key", which alone is a word in dictionaries, tables and music. */
const BEFORE_KEY =
  /(?:api|access|secret|private|auth|signing|encryption|account|shared|license|ssh|master|client|webhook)[ _-]?$/i;

/** Words that are labels only after text that matches the pattern. */
export const ONLY_BEHIND: ReadonlyMap<string, RegExp> = new Map([
  ["key", BEFORE_KEY],
  ["schlüssel", BEFORE_KEY],
  ["safe", /(?:key|schlüssel)[ _-]?$/i],
  ["tag", /(?:asset|service|laptop|property|inventory|equipment|ear)[ _-]?$/i],
]);

/** Returns all words of one form. */
export function wordsOf(form: LabelForm): readonly string[] {
  return LABEL_WORDS.filter((label) => label.form === form).flatMap(({ words }) =>
    words.split(/\s+/),
  );
}
