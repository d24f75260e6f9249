import type { LoadErrorCode } from "@atrium/contract/errors";
import { href } from "@atrium/contract/href";
import { useEffect, useState, type ReactNode } from "react";
import { isOutdated } from "../release/update.ts";
import { UPDATE_WORDS } from "../release/words.ts";
import { LOAD_ERROR_SENTENCES } from "./sentences.ts";
import "./load-error-card.css";

const WORDS = {
  en: {
    again: "Try again",
    why: "What does {code} mean?",
    onAgain: "Drive is on again. Reload to use it.",
  },
  ko: {
    again: "다시 시도",
    why: "{code}의 뜻 보기",
    onAgain: "드라이브를 다시 사용할 수 있습니다. 새로고침하세요.",
  },
};

/** A quiet card in the place of something that did not load: a sentence, "try again", and a way to the code's help page. */
export function LoadErrorCard({
  code,
  onRetry,
  children,
}: {
  readonly code: LoadErrorCode;
  readonly onRetry: () => void;
  /** What there is to say beside the sentence. */
  readonly children?: ReactNode;
}): ReactNode {
  const language = languageNow();
  const words = WORDS[language];
  const isOld = useOutdated(code);
  if (isOld) {
    const { updated, draftsKept, reload } = UPDATE_WORDS[language];
    return (
      <section className="load-error" role="alert" data-code={code}>
        <p>
          {updated} {draftsKept}
        </p>
        <Reload label={reload} />
      </section>
    );
  }
  return (
    <section className="load-error" role="alert" data-code={code}>
      <p>{LOAD_ERROR_SENTENCES[language][code]}</p>
      {children}
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

/** In its place once it is switched on again, and this window's document cannot say where it is. */
export function OnAgainCard(): ReactNode {
  const language = languageNow();
  const { draftsKept, reload } = UPDATE_WORDS[language];
  return (
    <section className="load-error" role="status">
      <p>
        {WORDS[language].onAgain} {draftsKept}
      </p>
      <Reload label={reload} />
    </section>
  );
}

const languageNow = (): "en" | "ko" =>
  document.documentElement.lang.startsWith("ko") ? "ko" : "en";

const Reload = ({ label }: { readonly label: string }): ReactNode => (
  <p className="load-error-acts">
    <button type="button" onClick={() => location.reload()}>
      {label}
    </button>
  </p>
);

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
