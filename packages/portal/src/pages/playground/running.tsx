import { Button } from "../../components/button.tsx";
import { Problem } from "../../components/problem.tsx";
import ui from "../../components/ui.module.css";
import { useTexts } from "../../language.tsx";
import { playgroundTexts } from "./playground-texts.ts";
import type { Call } from "./use-call.ts";

/** Shows that a call runs, with a way to stop, or why it has failed. */
export function Running({ call }: { readonly call: Call }) {
  const t = useTexts(playgroundTexts);
  return (
    <>
      {call.isRunning && (
        <div role="status" className={ui.row}>
          <span>{call.isLong ? t.processing : t.running}</span>
          <Button kind="quiet" onClick={call.stop}>
            {t.stop}
          </Button>
        </div>
      )}
      {call.error !== null && <Problem error={call.error} />}
    </>
  );
}
