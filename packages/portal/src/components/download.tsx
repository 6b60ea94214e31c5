import { useMutation } from "@tanstack/react-query";
import { fetchFile } from "../api/client.ts";
import { Button } from "./button.tsx";
import { Problem } from "./problem.tsx";
import ui from "./ui.module.css";

interface DownloadProps {
  readonly path: string;
  readonly fileName: string;
  readonly children: string;
}

/** Downloads a file that needs the session, and shows errors on the page instead of as a file. */
export function Download({ path, fileName, children }: DownloadProps) {
  const download = useMutation({
    mutationFn: async () => saveAs(await fetchFile(path), fileName),
  });
  return (
    <div className={ui.field}>
      <div>
        <Button kind="quiet" disabled={download.isPending} onClick={() => download.mutate()}>
          {children}
        </Button>
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
