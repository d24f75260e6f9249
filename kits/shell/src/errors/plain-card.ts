import type { LoadErrorCode } from "@atrium/contract/errors";

const WORDS = {
  en: ["A part of this page did not load.", "Try again"],
  ko: ["페이지의 일부를 불러오지 못했습니다.", "다시 시도"],
} as const;

/**
 * The card where not even React is there yet: for an application, or a remote's page, whose chunk did not load.
 * Kept small, since every window pays for it. "Try again" empties the element and calls `retry`.
 */
export function showPlainCard(element: HTMLElement, error: unknown, retry: () => void): void {
  const message = error instanceof Error ? error.message : "";
  const code: LoadErrorCode = message.includes("CSS") ? "STYLE-001" : "CHUNK-001";
  const [sentence, again] = WORDS[navigator.language.startsWith("ko") ? "ko" : "en"];
  const card = document.createElement("p");
  const button = document.createElement("button");
  const help = document.createElement("a");
  card.role = "alert";
  card.dataset.code = code;
  // No stylesheet may be there; a style attribute in markup the page's policy would refuse.
  card.style.cssText = "font:15px/2.5 system-ui;margin:20vh 1em;text-align:center";
  button.textContent = again;
  button.addEventListener("click", () => {
    card.remove();
    retry();
  });
  help.href = `/help/errors/${code}`;
  help.textContent = code;
  card.append(sentence, document.createElement("br"), button, " ", help);
  element.replaceChildren(card);
}
