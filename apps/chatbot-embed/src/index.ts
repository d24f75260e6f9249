import { NoChatbot, t } from "@atrium/feature-chatbot";
import { decideLocale } from "@atrium/i18n";
import { installDomGuard } from "@atrium/shell/dom-guard";
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import "@atrium/ui/tokens.css";
import "@atrium/ui/base.css";

/** The embedded chatbot. It reads no session and shares nothing with the other windows. */
export function mount(element: HTMLElement): () => void {
  installDomGuard();
  decideLocale();
  document.title = t("title");
  const root = createRoot(element);
  root.render(createElement(NoChatbot));
  return () => root.unmount();
}
