const WORDS = {
  en: ["This page did not load completely.", "Try again"],
  ko: ["페이지를 모두 불러오지 못했습니다.", "다시 시도"],
} as const;

/** The card for an application that did not load. It stands alone: nothing but the entry script is there yet. */
export function showCard(element: HTMLElement, error: unknown, retry: () => void): void {
  const code = error instanceof Error && /CSS/.test(error.message) ? "STYLE-001" : "CHUNK-001";
  const [sentence, again] = WORDS[navigator.language.startsWith("ko") ? "ko" : "en"];
  const button = document.createElement("button");
  button.textContent = again;
  button.addEventListener("click", () => {
    element.replaceChildren();
    retry();
  });
  const help = document.createElement("a");
  help.href = `/help/errors/${code}`;
  help.textContent = code;
  element.replaceChildren(sentence, " ", button, " ", help);
}
