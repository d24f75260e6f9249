import { announce, CheckIcon, CopyIcon, IconButton } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { useCopy } from "@atrium/settings-page";
import "./copy-text.css";

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
  const { copied, copy } = useCopy(text, () => announce(t("copied")));
  return (
    <div className="settings-copy">
      <span>{label}</span>
      <code>{text}</code>
      <IconButton label={copyLabel} icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy} />
    </div>
  );
}
