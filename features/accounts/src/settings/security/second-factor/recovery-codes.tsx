import { Button, Dialog, DownloadIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { SecretText } from "../secret-text.tsx";

/** The recovery codes, shown once. */
export function RecoveryCodesDialog({
  address,
  codes,
  onClose,
}: {
  readonly address: string;
  readonly codes: readonly string[];
  readonly onClose: () => void;
}): ReactNode {
  const text = codes.join("\n");

  function download(): void {
    const url = URL.createObjectURL(new Blob([`${address}\n\n${text}\n`], { type: "text/plain" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = "atrium-recovery-codes.txt";
    link.click();
    URL.revokeObjectURL(url);
  }

  return (
    <Dialog
      open
      mustAnswer
      size="small"
      title={t("keepRecoveryCodes")}
      onClose={onClose}
      actions={
        <>
          <Button icon={<DownloadIcon />} onClick={download}>
            {t("download")}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t("keptThem")}
          </Button>
        </>
      }
    >
      <div className="settings-form">
        <p>{t("keepRecoveryCodesMore")}</p>
        <SecretText
          label={t("recoveryCodes")}
          text={text}
          shown={
            <ul className="settings-codes">
              {codes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ul>
          }
        />
      </div>
    </Dialog>
  );
}
