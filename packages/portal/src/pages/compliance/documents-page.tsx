import { useState } from "react";
import { Download } from "../../components/download.tsx";
import { Select } from "../../components/field.tsx";
import { Page, Section } from "../../components/page.tsx";
import { ProOnly } from "../../components/pro-only.tsx";
import ui from "../../components/ui.module.css";
import { useLanguage, useTexts } from "../../language.tsx";
import { firstOfDays } from "../audit/last-days.ts";
import { Assessment } from "./assessment.tsx";
import { documentsTexts } from "./documents-texts.ts";
import { ProcessingRecord } from "./processing-record.tsx";

export function DocumentsPage() {
  const t = useTexts(documentsTexts);
  return (
    <Page title={t.title} lead={t.lead}>
      <ProOnly>
        <RecordSection />
        <AssessmentSection />
        <EvidencePack />
      </ProOnly>
    </Page>
  );
}

const RECORD = "/api/v1/compliance/processing-record";

function RecordSection() {
  const t = useTexts(documentsTexts);
  return (
    <Section title={t.record}>
      <p>{t.recordHelp}</p>
      <div className={ui.row}>
        <a className={ui.buttonQuiet} href={`${RECORD}?format=html`}>
          {t.page}
        </a>
        <Download path={`${RECORD}?format=csv`} fileName="processing-record.csv">
          CSV
        </Download>
        <Download path={`${RECORD}?format=jsonld`} fileName="processing-record.jsonld">
          JSON-LD (DPV)
        </Download>
      </div>
      <ProcessingRecord />
    </Section>
  );
}

const DPIA = "/api/v1/compliance/dpia";

function AssessmentSection() {
  const t = useTexts(documentsTexts);
  const { language } = useLanguage();
  return (
    <Section title={t.dpia}>
      <p>{t.dpiaHelp}</p>
      <div className={ui.row}>
        <a className={ui.buttonQuiet} href={`${DPIA}?format=html&language=${language}`}>
          {t.page}
        </a>
        <Download path={`${DPIA}?format=cnil-pia`} fileName="pia.json">
          PIA (CNIL)
        </Download>
      </div>
      <Assessment language={language} />
    </Section>
  );
}

type PackDays = "7" | "30" | "92" | "366";
const PACK_DAYS: readonly PackDays[] = ["7", "30", "92", "366"];

function EvidencePack() {
  const t = useTexts(documentsTexts);
  const [days, setDays] = useState<PackDays>("30");
  const now = new Date();
  const since = firstOfDays(Number(days), now).toISOString();
  return (
    <Section title={t.pack}>
      <p>{t.packHelp}</p>
      <Select
        label={t.packDays}
        value={days}
        options={PACK_DAYS.map((count) => [count, count])}
        onChange={setDays}
      />
      <div className={ui.row}>
        <Download
          path={`/api/v1/compliance/evidence-pack?since=${since}&until=${now.toISOString()}`}
          fileName="evidence-pack.zip"
        >
          {t.packGet}
        </Download>
        <a href="/veil/verify">{t.verify}</a>
      </div>
    </Section>
  );
}
