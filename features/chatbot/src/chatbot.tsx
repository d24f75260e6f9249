import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import "./chatbot.css";

/** What the embedded frame shows where no bot may answer. It stands alone: no UI kit, no session. */
export function NoChatbot(): ReactNode {
  return (
    <main className="chatbot" aria-label={t("title")}>
      <h1>{t("none")}</h1>
      <p>{t("noneMore")}</p>
    </main>
  );
}
