import type {
  ProcessingActivity,
  ProcessingRecordResponse,
} from "@veil/contracts/public/compliance/record";

/** The vocabularies: Data Privacy Vocabulary 2.3 (W3C) and DCMI Metadata Terms. */
const CONTEXT = {
  dpv: "https://w3id.org/dpv#",
  dct: "http://purl.org/dc/terms/",
  xsd: "http://www.w3.org/2001/XMLSchema#",
};

const STATES = {
  met: "dpv:Conformant",
  not_met: "dpv:NonConformant",
  unknown: "dpv:ComplianceUnknown",
} as const;

/** The terms for the fields that the customer fills in. */
const FIELDS: Readonly<Record<string, string>> = {
  controller: "dpv:hasDataController",
  contact: "dpv:hasContact",
  representative: "dpv:hasRepresentative",
  data_protection_officer: "dpv:hasDataProtectionOfficer",
  purposes: "dpv:hasPurpose",
  legal_basis: "dpv:hasLegalBasis",
  data_subjects: "dpv:hasDataSubject",
  other_recipients: "dpv:hasRecipient",
  transfer_safeguards: "dpv:hasTechnicalOrganisationalMeasure",
  erasure_limits: "dpv:hasStorageCondition",
};

/** Returns the record as JSON-LD. Fields that are open are left out. */
export function recordJsonLd(record: ProcessingRecordResponse): object {
  const { generated_at, since, until, activities, retention, measures } = record;
  return {
    "@context": CONTEXT,
    "@type": "dpv:RecordsOfActivities",
    "dct:created": { "@type": "xsd:dateTime", "@value": generated_at },
    "dct:temporal": `${since}/${until}`,
    "dpv:hasProcess": activities.map(processOf),
    "dpv:hasTechnicalMeasure": [
      { "@type": "dpv:Pseudonymisation", "dct:title": "Personal data is replaced by placeholders" },
      ...measures.map(({ title, state }) => ({
        "@type": "dpv:TechnicalMeasure",
        "dct:title": title,
        "dpv:hasStatus": { "@id": STATES[state] },
      })),
    ],
    "dpv:hasStorageCondition": retention.map(({ rule, kept }) => ({
      "@type": "dpv:StorageCondition",
      "dct:title": rule,
      "dpv:hasDuration": { "@type": "dpv:StorageDuration", "dct:description": kept },
    })),
  };
}

function processOf(activity: ProcessingActivity): object {
  const { activity_id, categories, recipients, fields } = activity;
  const recipient = ({ name, host, region }: ProcessingActivity["recipients"][number]) => ({
    "@type": "dpv:DataProcessor",
    "dpv:hasName": name,
    ...(host !== null && { "dct:identifier": host }),
    ...(region !== null && { "dpv:hasLocation": { "@type": "dpv:Location", "dct:title": region } }),
  });
  const given: Record<string, unknown[]> = {
    "dpv:hasRecipient": recipients.map(recipient),
    "dpv:hasPersonalData": categories.map(({ type, count }) => ({
      "@type": "dpv:PersonalData",
      ...{ "dct:title": type, "dct:extent": count },
    })),
  };
  for (const { name, value } of fields) {
    const term = FIELDS[name];
    if (term === undefined || value === null) continue;
    given[term] = [...(given[term] ?? []), { "dct:description": value }];
  }
  return {
    "@type": "dpv:Process",
    "dct:identifier": activity_id ?? "(no activity)",
    ...given,
  };
}
