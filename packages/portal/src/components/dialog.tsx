import { Dialog as BaseDialog } from "@base-ui/react/dialog";
import { type ReactNode, useState } from "react";
import { useTexts } from "../language.tsx";
import { Button } from "./button.tsx";
import { commonTexts } from "./common-texts.ts";
import { TextField } from "./field.tsx";
import { Problem } from "./problem.tsx";
import ui from "./ui.module.css";

interface DialogProps {
  readonly title: string;
  /** Absent: neither Escape nor a click beside the dialog closes it. */
  readonly onClose?: () => void;
  readonly children: ReactNode;
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, onClose, children }: DialogProps) {
  return (
    <BaseDialog.Root open onOpenChange={(open) => !open && onClose?.()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={ui.backdrop} />
        <BaseDialog.Popup className={ui.dialog}>
          <BaseDialog.Title>{title}</BaseDialog.Title>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

interface ConfirmProps {
  readonly title: string;
  /** What is lost. */
  readonly children: ReactNode;
  /** The name that must be typed. */
  readonly name: string;
  readonly action: string;
  readonly error: unknown;
  readonly isPending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something is destroyed: names what is lost and wants its name typed. */
export function Confirm(props: ConfirmProps) {
  const { title, children, name, action, error, isPending, onConfirm, onClose } = props;
  const t = useTexts(commonTexts);
  const [typed, setTyped] = useState("");
  return (
    <Dialog title={title} onClose={onClose}>
      <div>{children}</div>
      <TextField
        label={t.typeToConfirm(name)}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {error !== null && <Problem error={error} />}
      <div className={ui.row}>
        <Button kind="danger" disabled={typed !== name || isPending} onClick={onConfirm}>
          {action}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

interface ConfirmChangeProps extends Omit<ConfirmProps, "error" | "isPending" | "onConfirm"> {
  readonly change: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (given: undefined, options: { readonly onSuccess: () => void }) => void;
  };
}

/** Asks before a change that needs no further input, and closes when it is made. */
export function ConfirmChange({ change, ...shown }: ConfirmChangeProps) {
  return (
    <Confirm
      {...shown}
      error={change.error}
      isPending={change.isPending}
      onConfirm={() => change.mutate(undefined, { onSuccess: shown.onClose })}
    />
  );
}
