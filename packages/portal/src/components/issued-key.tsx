import { createContext, type ReactNode, useContext, useState } from "react";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";
import ui from "./ui.module.css";

/** A key that the gateway shows only once, and the texts around it. */
interface IssuedKey {
  readonly apiKey: string;
  readonly title: string;
  readonly help: string;
  /** What the reader confirms. */
  readonly stored: string;
  readonly onStored?: () => void;
}

const ShowKey = createContext<(issued: IssuedKey) => void>(() => undefined);

/** Returns the function that shows a new key until the reader has stored it. */
export const useShowKey = () => useContext(ShowKey);

/** Shows new keys above all pages, so that a key stays when the session ends and its page goes. */
export function IssuedKeys({ children }: { readonly children: ReactNode }) {
  const [issued, setIssued] = useState<IssuedKey>();
  const store = () => {
    setIssued(undefined);
    issued?.onStored?.();
  };
  return (
    <ShowKey value={setIssued}>
      {children}
      {issued !== undefined && (
        <Dialog title={issued.title}>
          <p>{issued.help}</p>
          <code className={ui.secret}>{issued.apiKey}</code>
          <div className={ui.row}>
            <CopyButton text={issued.apiKey} />
            <Button onClick={store}>{issued.stored}</Button>
          </div>
        </Dialog>
      )}
    </ShowKey>
  );
}
