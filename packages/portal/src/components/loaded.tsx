import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTexts } from "../language.tsx";
import { commonTexts } from "./common-texts.ts";
import { Problem } from "./problem.tsx";
import ui from "./ui.module.css";

interface LoadedProps<T> {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}

/** Shows what was loaded, also while it is loaded again or when that fails. */
export function Loaded<T>({ query, children }: LoadedProps<T>) {
  const { data, error, isPending, refetch } = query;
  const t = useTexts(commonTexts);
  return (
    <>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data !== undefined && children(data)}
      {isPending && error === null && (
        <div role="status" className={ui.skeleton}>
          <span className={ui.hidden}>{t.loading}</span>
        </div>
      )}
    </>
  );
}
