import { openCompose } from "@atrium/feature-compose/parts";
import { IconButton, WriteIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../strings/index.ts";

/** Begins a message where the folders, and the button above them, are out of sight. */
export function WriteButton(): ReactNode {
  return (
    <IconButton
      variant="primary"
      label={t("newMail")}
      shortcut="c"
      icon={<WriteIcon />}
      onClick={() => openCompose({ kind: "new" })}
    />
  );
}
