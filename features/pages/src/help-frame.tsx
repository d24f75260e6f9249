import { href } from "@atrium/contract/href";
import { follow } from "@atrium/shell";
import { PageFrame } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** The public frame around help and shared pages. It knows nobody's session. */
export function HelpFrame({ back = false, children }: { back?: boolean; children: ReactNode }) {
  return (
    <PageFrame
      title={t("title")}
      back={
        back
          ? { href: href("/help/"), label: t("allPages"), onClick: follow(href("/help/")) }
          : { href: "/", label: t("toMail") }
      }
    >
      <div className="help">{children}</div>
    </PageFrame>
  );
}
