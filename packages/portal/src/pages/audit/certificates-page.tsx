import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Schemas } from "../../api/client.ts";
import { exposureQuery } from "../../api/queries.ts";
import { Badge } from "../../components/badge.tsx";
import { Button } from "../../components/button.tsx";
import { Download } from "../../components/download.tsx";
import { Select } from "../../components/field.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import { ProOnly } from "../../components/pro-only.tsx";
import { Table } from "../../components/table.tsx";
import ui from "../../components/ui.module.css";
import { useFormats, useTexts } from "../../language.tsx";
import { certificatesTexts } from "./certificates-texts.ts";
import { firstOfDays } from "./last-days.ts";
import { VerifyCertificate } from "./verify-certificate.tsx";

type Certificate = Schemas["ExposureResponse"]["certificates"][number];
type Days = "1" | "7" | "30" | "92";
const DAYS: readonly Days[] = ["1", "7", "30", "92"];
const SHOWN = 200;

export function CertificatesPage() {
  const t = useTexts(certificatesTexts);
  return (
    <Page title={t.title} lead={t.lead}>
      <ProOnly>
        <Certificates />
      </ProOnly>
      <Section title={t.verify}>
        <p>{t.verifyHelp}</p>
        <div className={ui.row}>
          <a className={ui.buttonQuiet} href="/veil/verify">
            {t.verify}
          </a>
          <Download path="/.well-known/veil-keys.json" fileName="veil-keys.json">
            {t.manifest}
          </Download>
        </div>
      </Section>
    </Page>
  );
}

function Certificates() {
  const t = useTexts(certificatesTexts);
  const [days, setDays] = useState<Days>("7");
  const [chosen, setChosen] = useState<string>();
  const query = useQuery(exposureQuery(firstOfDays(Number(days), new Date()).toISOString()));
  return (
    <>
      {chosen !== undefined && <VerifyCertificate key={chosen} requestId={chosen} />}
      <Section title={t.list}>
        <Select
          label={t.days}
          value={days}
          options={DAYS.map((count) => [count, count])}
          onChange={setDays}
        />
        <Loaded query={query}>
          {({ certificates }) => (
            <CertificateTable certificates={certificates} onVerify={setChosen} />
          )}
        </Loaded>
      </Section>
    </>
  );
}

interface CertificateTableProps {
  readonly certificates: readonly Certificate[];
  readonly onVerify: (requestId: string) => void;
}

function CertificateTable({ certificates, onVerify }: CertificateTableProps) {
  const t = useTexts(certificatesTexts);
  const { dateTime } = useFormats();
  const newest = certificates
    .toSorted((a, b) => b.ended_at.localeCompare(a.ended_at))
    .slice(0, SHOWN);
  return (
    <>
      {newest.length < certificates.length && (
        <p className={ui.quiet}>{t.shown(newest.length, certificates.length)}</p>
      )}
      <Table
        caption={t.list}
        rows={newest}
        keyOf={({ request_id }) => request_id}
        empty={t.none}
        columns={[
          { title: t.request, cell: ({ request_id }) => <code>{request_id}</code> },
          { title: t.ended, cell: ({ ended_at }) => dateTime(ended_at) },
          {
            title: t.logged,
            cell: ({ logged_sha256 }) =>
              logged_sha256 === null ? (
                <Badge tone="warn">{t.pending}</Badge>
              ) : (
                <Badge tone="good">{t.yes}</Badge>
              ),
          },
          {
            title: t.actions,
            cell: ({ request_id }) => <Actions requestId={request_id} onVerify={onVerify} />,
          },
        ]}
      />
    </>
  );
}

interface ActionsProps extends Pick<CertificateTableProps, "onVerify"> {
  readonly requestId: string;
}

function Actions({ requestId, onVerify }: ActionsProps) {
  const t = useTexts(certificatesTexts);
  const path = `/api/v1/veil/certificate/${requestId}`;
  return (
    <div className={ui.row}>
      <a href={`${path}/summary`} aria-label={t.summaryOf(requestId)}>
        {t.summary}
      </a>
      <Download path={path} fileName={`${requestId}.json`}>
        {t.file}
      </Download>
      <Button kind="quiet" aria-label={t.verifyOf(requestId)} onClick={() => onVerify(requestId)}>
        {t.verifyOne}
      </Button>
    </div>
  );
}
