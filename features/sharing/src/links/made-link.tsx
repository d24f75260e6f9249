import { announce, Button, CheckIcon, CopyIcon, Dialog, TextField } from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Shows the address of a new link, once. */
export function MadeLink({
  address,
  onClose,
}: {
  readonly address: string;
  readonly onClose: () => void;
}): ReactNode {
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    // Where the page may not copy, the person can.
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
    } catch {
      return;
    }
    setCopied(true);
    announce(t("linkCopied"));
  };
  return (
    <Dialog
      open
      size="small"
      title={t("linkMade")}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t("done")}</Button>
          <Button
            variant="primary"
            autoFocus
            icon={isCopied ? <CheckIcon /> : <CopyIcon />}
            onClick={() => void copy()}
          >
            {t(isCopied ? "linkCopied" : "copyLink")}
          </Button>
        </>
      }
    >
      <p>{t("linkOnce")}</p>
      <TextField ref={field} label={t("link")} hideLabel readOnly value={address} />
    </Dialog>
  );
}
