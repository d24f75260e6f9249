import { AddPersonIcon, IconButton } from "@atrium/ui";
import type { ReactNode } from "react";
import { mayWith } from "../acts/rights.ts";
import type { DriveNode } from "../nodes/definitions.ts";
import { t } from "../strings/index.ts";
import { useActs } from "../verbs/use-acts.ts";

/** Shares the open folder. */
export function ShareFolder({ folder }: { readonly folder: DriveNode }): ReactNode {
  const { share } = useActs();
  if (!mayWith([folder]).share) return null;
  return (
    <IconButton
      className="drive-share"
      label={t("share")}
      icon={<AddPersonIcon />}
      onClick={() => void share(folder)}
    />
  );
}
