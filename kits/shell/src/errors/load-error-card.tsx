import type { LoadErrorCode } from "@atrium/contract/errors";
import { href } from "@atrium/contract/href";
import { useEffect, useState, type ReactNode } from "react";
import { isOutdated } from "../release/update.ts";
import { UPDATE_WORDS } from "../release/words.ts";
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
  const isOld = useOutdated(code);
  if (isOld) {
    const { updated, draftsKept, reload } = UPDATE_WORDS[language];
    return (
      <section className="load-error" role="alert" data-code={code}>
        <p>
          {updated} {draftsKept}
        </p>
        <p className="load-error-acts">
          <button type="button" onClick={() => location.reload()}>
            {reload}
          </button>
        </p>
      </section>
    );
  }
  return (
    <section className="load-error" role="alert" data-code={code}>
      <p>{LOAD_ERROR_SENTENCES[language][code]}</p>
      <p className="load-error-acts">
        <button type="button" onClick={onRetry}>
          {words.again}
        </button>
        <a href={href("/help/errors/:code", { code })} target="_blank" rel="noreferrer">
          {words.why.replace("{code}", code)}
        </a>
      </p>
    </section>
  );
}

/** A part of the program may be gone because the server has a newer build; then only a reload helps. */
function useOutdated(code: LoadErrorCode): boolean {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    if (code !== "CHUNK-001" && code !== "STYLE-001") return undefined;
    let isGone = false;
    const look = async (): Promise<void> => {
      const answer = await isOutdated();
      if (!isGone) setOld(answer);
    };
    void look();
    return () => {
      isGone = true;
    };
  }, [code]);
  return isOld;
}
