import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { isolationQuery, keysQuery, postureQuery, usageQuery } from "../../api/queries.ts";
import { isPaid, useSession } from "../../api/session.ts";
import { Badge } from "../../components/badge.tsx";
import { Loaded } from "../../components/loaded.tsx";
import { Page, Section } from "../../components/page.tsx";
import ui from "../../components/ui.module.css";
import { UsageMeter } from "../../components/usage-meter.tsx";
import { useFormats, useTexts } from "../../language.tsx";
import { overviewTexts } from "./overview-texts.ts";

export function OverviewPage() {
  const t = useTexts(overviewTexts);
  const session = useSession();
  return (
    <Page title={t.title} lead={t.lead}>
      <FirstSteps />
      <div className={ui.grid}>
        <Usage />
        <Isolation />
        {isPaid(session) && <Posture />}
      </div>
    </Page>
  );
}

function FirstSteps() {
  const t = useTexts(overviewTexts);
  return (
    <Section title={t.first}>
      <p>{t.firstHelp}</p>
      <div className={ui.row}>
        <Link to="/playground" className={ui.button}>
          {t.playground}
        </Link>
        <Link to="/setup" className={ui.buttonQuiet}>
          {t.setup}
        </Link>
      </div>
    </Section>
  );
}

function Usage() {
  const t = useTexts(overviewTexts);
  const usage = useQuery(usageQuery);
  const keys = useQuery(keysQuery);
  return (
    <Section title={t.usage}>
      <Loaded query={usage}>{(read) => <UsageMeter usage={read} />}</Loaded>
      <Loaded query={keys}>
        {(read) => (
          <p>
            <Link to="/keys">
              {t.keys(read.keys.filter((key) => key.revoked_at === undefined).length)}
            </Link>
          </p>
        )}
      </Loaded>
    </Section>
  );
}

function Isolation() {
  const t = useTexts(overviewTexts);
  const query = useQuery(isolationQuery);
  const { dateTime } = useFormats();
  return (
    <Section title={t.isolation}>
      <Loaded query={query}>
        {({ holds, probed_at: at }) => (
          <>
            <p>
              <Badge tone={holds ? "good" : "bad"}>{holds ? t.holds : t.unproven}</Badge>
            </p>
            <p className={ui.quiet}>{at === null ? t.notProbed : t.probed(dateTime(at))}</p>
            <p>
              <Link to="/status">{t.status}</Link>
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}

function Posture() {
  const t = useTexts(overviewTexts);
  const query = useQuery(postureQuery);
  return (
    <Section title={t.posture}>
      <Loaded query={query}>
        {({ met, not_met, unknown }) => (
          <>
            <div className={ui.row}>
              <Badge tone="good">{t.met(met)}</Badge>
              {not_met > 0 && <Badge tone="bad">{t.notMet(not_met)}</Badge>}
              {unknown > 0 && <Badge tone="warn">{t.unknown(unknown)}</Badge>}
            </div>
            <p>
              <Link to="/posture">{t.controls}</Link>
            </p>
          </>
        )}
      </Loaded>
    </Section>
  );
}
