import { announce, CheckIcon, CopyIcon, IconButton } from "@atrium/ui";
import { useState, type ReactNode } from "react";
import { t } from "../strings/index.ts";

/** A text for another program, with a button that takes it along. */
export function CopyText({
  label,
  copyLabel,
  text,
}: {
  readonly label: string;
  readonly copyLabel: string;
  readonly text: string;
}): ReactNode {
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      announce(t("copied"));
    } catch {
      // Not allowed here: the text can still be selected.
    }
  }
  return (
    <div className="settings-copy">
      <span>{label}</span>
      <code>{text}</code>
      <IconButton
        label={copyLabel}
        icon={copied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copy()}
      />
    </div>
  );
}
