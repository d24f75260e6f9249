import type { LoadErrorCode } from "@atrium/contract/errors";
import type { ReactNode } from "react";
import { LOAD_ERROR_SENTENCES } from "./sentences.ts";
import "./load-error-card.css";

const WORDS = {
  en: { again: "Try again", why: "What does {code} mean?" },
  ko: { again: "다시 시도", why: "{code}의 뜻 보기" },
};

/** A quiet card in the place of something that did not load: a sentence, "try again", and a way to the code's help page. */
export function LoadErrorCard({
  code,
  onRetry,
}: {
  readonly code: LoadErrorCode;
  readonly onRetry: () => void;
}): ReactNode {
  const language = document.documentElement.lang.startsWith("ko") ? "ko" : "en";
  const words = WORDS[language];
  return (
    <section className="load-error" role="alert" data-code={code}>
      <p>{LOAD_ERROR_SENTENCES[language][code]}</p>
      <p className="load-error-acts">
        <button type="button" onClick={onRetry}>
          {words.again}
        </button>
        <a href={`/help/errors/${code}`} target="_blank" rel="noreferrer">
          {words.why.replace("{code}", code)}
        </a>
      </p>
    </section>
  );
}
