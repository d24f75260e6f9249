import { Button, CheckIcon, CopyIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";
import { useCopy } from "@atrium/settings-page";

/** Something that is shown only once, and the way to take it along. */
export function SecretText({
  label,
  text,
  shown,
}: {
  readonly label: string;
  /** What is copied. */
  readonly text: string;
  /** How it is shown, if not as it is. */
  readonly shown?: ReactNode;
}): ReactNode {
  const { copied, copy } = useCopy(text);
  return (
    <div className="settings-secret">
      <div className="settings-secret-text" role="group" aria-label={label}>
        {shown ?? <code>{text}</code>}
      </div>
      <Button icon={copied ? <CheckIcon /> : <CopyIcon />} onClick={copy}>
        {t(copied ? "copied" : "copy")}
      </Button>
    </div>
  );
}
