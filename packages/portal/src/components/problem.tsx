import { useEffect, useRef, useState } from "react";
import { ApiFailure } from "../api/client.ts";
import { useTexts } from "../language.tsx";
import { Button } from "./button.tsx";
import { commonTexts } from "./common-texts.ts";
import ui from "./ui.module.css";

interface ProblemProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
}

/** Says what failed and who can help. If the gateway names a time, it tries again by itself then. */
export function Problem({ error, onRetry }: ProblemProps) {
  const t = useTexts(commonTexts);
  const failure = error instanceof ApiFailure ? error : undefined;
  const known = failure && t.problems[failure.code];
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div role="alert" className={`${ui.notice} ${ui.bad}`}>
      <p>{known ?? message}</p>
      {failure?.hint !== undefined && <p>{failure.hint}</p>}
      {failure?.requestId !== undefined && (
        <p>
          {t.requestId}: <code>{failure.requestId}</code>
        </p>
      )}
      {onRetry !== undefined && <Retry failure={failure} onRetry={onRetry} />}
    </div>
  );
}

interface RetryProps {
  readonly failure: ApiFailure | undefined;
  readonly onRetry: () => void;
}

function Retry({ failure, onRetry }: RetryProps) {
  const t = useTexts(commonTexts);
  const left = useCountdown(failure, onRetry);
  if (left !== undefined) return <p>{t.retryIn(left)}</p>;
  return (
    <Button kind="quiet" onClick={onRetry}>
      {t.retry}
    </Button>
  );
}

const SECOND_MS = 1_000;

/** Returns the seconds that are left until `onEnd` is called once, or undefined without a wait. */
function useCountdown(failure: ApiFailure | undefined, onEnd: () => void): number | undefined {
  const [left, setLeft] = useState<number>();
  const callback = useRef(onEnd);
  callback.current = onEnd;
  useEffect(() => {
    const seconds = failure?.retryAfterSeconds;
    setLeft(seconds);
    if (seconds === undefined) return;
    const endsAt = Date.now() + seconds * SECOND_MS;
    const timer = setInterval(() => {
      const next = Math.ceil((endsAt - Date.now()) / SECOND_MS);
      setLeft(next > 0 ? next : undefined);
      if (next > 0) return;
      clearInterval(timer);
      callback.current();
    }, SECOND_MS);
    return () => clearInterval(timer);
  }, [failure]);
  return left;
}
