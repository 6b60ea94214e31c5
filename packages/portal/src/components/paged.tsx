import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTexts } from "../language.tsx";
import { Button } from "./button.tsx";
import { commonTexts } from "./common-texts.ts";
import { Problem } from "./problem.tsx";

interface PagedProps<Page> {
  readonly query: UseInfiniteQueryResult<{ readonly pages: readonly Page[] }>;
  readonly children: (pages: readonly Page[]) => ReactNode;
}

/** Shows the pages that were loaded, and loads the next on demand. An error keeps what is shown. */
export function Paged<Page>({ query, children }: PagedProps<Page>) {
  const t = useTexts(commonTexts);
  const { data, error, isPending, isFetching, hasNextPage } = query;
  const load = () => void (data === undefined ? query.refetch() : query.fetchNextPage());
  return (
    <>
      {data !== undefined && children(data.pages)}
      {error !== null && <Problem error={error} onRetry={load} />}
      {isPending && error === null && <p role="status">{t.loading}</p>}
      {hasNextPage && error === null && (
        <div>
          <Button kind="quiet" disabled={isFetching} onClick={load}>
            {t.more}
          </Button>
        </div>
      )}
    </>
  );
}
