import { DriveIcon, useTitle } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import "./no-such-share.css";

/** The same whatever is wrong with the link, and whoever follows it. */
export function NoSuchShare(): ReactNode {
  useTitle(t("notValid"), "Atrium");
  return (
    <main className="main-shared-file" id="content" tabIndex={-1}>
      <DriveIcon />
      <h1>{t("notValid")}</h1>
      <p>{t("notValidWhy")}</p>
    </main>
  );
}
