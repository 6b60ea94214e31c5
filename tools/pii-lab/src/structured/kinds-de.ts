import type { Kind } from "./kind.ts";
import * as de from "./numbers/de-numbers.ts";

export const DE_KINDS: readonly Kind[] = [
  {
    type: "DE_TAX_ID",
    labeled: de.taxId,
    bare: de.taxId,
    labels: {
      de: [
        "Steuer-ID",
        "Steueridentifikationsnummer",
        "IdNr.",
        "steuerliche Identifikationsnummer",
        "Steuer-IdNr.",
      ],
      en: ["German tax ID", "tax identification number", "Steuer-ID", "TIN"],
    },
  },
  {
    type: "DE_TAX_NUMBER",
    labeled: de.taxNumber,
    labels: {
      de: ["Steuernummer", "St.-Nr.", "Steuer-Nr.", "StNr."],
      en: ["German tax number", "Steuernummer"],
    },
  },
  {
    type: "DE_SOCIAL_SECURITY",
    labeled: de.socialSecurity,
    bare: de.socialSecurity,
    labels: {
      de: [
        "Sozialversicherungsnummer",
        "SV-Nummer",
        "Rentenversicherungsnummer",
        "RVNR",
        "Versicherungsnummer",
      ],
      en: ["German social insurance number", "pension insurance number"],
    },
  },
  {
    type: "DE_HEALTH_INSURANCE",
    labeled: de.healthInsurance,
    bare: de.healthInsurance,
    labels: {
      de: [
        "Krankenversichertennummer",
        "KVNR",
        "Versichertennummer",
        "KV-Nummer",
        "Krankenversicherungsnummer",
      ],
      en: ["health insurance number", "German health insurance ID"],
    },
  },
  {
    type: "DE_ID_CARD",
    labeled: de.idCard,
    bare: de.idCard,
    labels: {
      de: ["Personalausweisnummer", "Ausweisnummer", "Personalausweis", "Ausweis-Nr.", "Perso"],
      en: ["German ID card", "identity card number", "ID card no."],
    },
  },
  {
    type: "DE_PASSPORT",
    labeled: de.passport,
    bare: de.passport,
    labels: {
      de: ["Reisepassnummer", "Passnummer", "Pass-Nr.", "Reisepass", "Reisepass-Nr."],
      en: ["German passport", "German passport number"],
    },
  },
  {
    type: "DE_DRIVER_LICENSE",
    labeled: de.driverLicense,
    bare: de.driverLicense,
    labels: {
      de: ["Führerscheinnummer", "Führerschein-Nr.", "Nummer des Führerscheins", "Fahrerlaubnis"],
      en: ["German driving licence", "German driver's license"],
    },
  },
  {
    type: "DE_VAT_ID",
    labeled: de.vatId,
    bare: de.vatId,
    labels: {
      de: ["USt-IdNr.", "Umsatzsteuer-Identifikationsnummer", "UID", "USt-ID"],
      en: ["VAT ID", "VAT number", "VAT registration number"],
    },
  },
  {
    type: "DE_COMMERCIAL_REGISTER",
    labeled: de.commercialRegister,
    bare: de.commercialRegister,
    labels: {
      de: [
        "Handelsregister",
        "Amtsgericht München",
        "Registergericht Hamburg",
        "eingetragen beim AG Köln unter",
      ],
      en: [
        "Commercial register",
        "registered at Amtsgericht Berlin",
        "Munich court of registration",
      ],
    },
  },
  {
    type: "DE_LICENSE_PLATE",
    labeled: de.licensePlate,
    labels: {
      de: ["Kennzeichen", "Kfz-Kennzeichen", "amtliches Kennzeichen", "Nummernschild", "Pkw"],
      en: ["license plate", "number plate", "German plate", "car registration"],
    },
  },
  {
    type: "DE_LANR",
    labeled: de.lanr,
    labels: {
      de: ["LANR", "Arztnummer", "lebenslange Arztnummer", "Arzt-Nr."],
      en: ["LANR", "physician number"],
    },
  },
  {
    type: "DE_BSNR",
    labeled: de.bsnr,
    labels: {
      de: ["BSNR", "Betriebsstättennummer", "Betriebsstätten-Nr."],
      en: ["BSNR", "practice number (BSNR)"],
    },
  },
];
