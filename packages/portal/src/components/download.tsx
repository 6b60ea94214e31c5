import { useMutation } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { fetchFile } from "../api/client.ts";
import { useFormats, useTexts } from "../language.tsx";
import { Button } from "./button.tsx";
import { commonTexts } from "./common-texts.ts";
import { Problem } from "./problem.tsx";
import ui from "./ui.module.css";

interface DownloadProps {
  readonly path: string;
  readonly fileName: string;
  readonly children: string;
}

/** Downloads a file that needs the session, and shows errors on the page instead of as a file. */
export function Download({ path, fileName, children }: DownloadProps) {
  const t = useTexts(commonTexts);
  const { number } = useFormats();
  const [bytes, setBytes] = useState(0);
  const stopping = useRef(new AbortController());
  const download = useMutation({
    mutationFn: async () => {
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      setBytes(0);
      try {
        saveAs(await fetchFile(path, { signal, onProgress: setBytes }), fileName);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
  });
  return (
    <div className={ui.field}>
      <div className={ui.row}>
        <Button kind="quiet" disabled={download.isPending} onClick={() => download.mutate()}>
          {children}
        </Button>
        {download.isPending && (
          <>
            <span role="status">{t.received(number(Math.floor(bytes / 1024)))}</span>
            <Button kind="quiet" onClick={() => stopping.current.abort()}>
              {t.cancel}
            </Button>
          </>
        )}
      </div>
      {download.error !== null && (
        <Problem error={download.error} onRetry={() => download.mutate()} />
      )}
    </div>
  );
}

export function saveAs(file: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(link.href);
}
