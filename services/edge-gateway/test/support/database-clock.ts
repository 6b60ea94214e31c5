import type { GatewayDatabase } from "./gateway-database.ts";

/** Defines a `now()` for the sessions, which their search path finds before the server's own. */
const CLOCK = `
create schema test_clock;
create table test_clock.instant (at timestamptz not null);
insert into test_clock.instant values (now());
create function test_clock.now() returns timestamptz language sql stable as 'select at from test_clock.instant';
grant usage on schema test_clock to public;
grant select on test_clock.instant to public;`;

interface DatabaseClock {
  /** The connection string for the runtime role, with which statements read this clock. */
  readonly url: string;
  set(ms: number): Promise<void>;
}

/** @param options - the options of each session, such as `-c TimeZone=UTC` */
export async function createDatabaseClock(
  { owner, urls }: Pick<GatewayDatabase, "owner" | "urls">,
  options = "",
): Promise<DatabaseClock> {
  await owner.execute(CLOCK);
  const url = new URL(urls.runtimeUrl);
  // Not through a pooler, which does not pass the options of a session on.
  url.host = new URL(urls.ownerUrl).host;
  const search = "-c search_path=test_clock,pg_catalog,public";
  url.searchParams.set("options", `${search} ${options}`.trim());
  return {
    url: url.href,
    async set(ms) {
      await owner.execute("update test_clock.instant set at = $1", [new Date(ms)]);
    },
  };
}
