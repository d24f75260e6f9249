import { href } from "@atrium/contract/href";
import { Link } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import "./deleted-mail.css";

/** Above the trash: where that is which is no longer in it. */
export function TrashNote(): ReactNode {
  return (
    <div className="mail-trash-note">
      <span>{t("fromTrash")}</span>
      <Link href={href("/setting/:section", { section: "deleted-mail" })}>{t("recover")}</Link>
    </div>
  );
}
