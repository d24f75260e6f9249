import {
  useId,
  useRef,
  useSyncExternalStore,
  type ReactNode,
  type Ref,
  useImperativeHandle,
} from "react";
import type { DraftSession } from "../saving/draft-session.ts";
import { t } from "../strings/index.ts";
import { useSteps } from "./steps.ts";

/** What the message is about, in one line. */
export function Subject({
  draftSession,
  input,
  onLeave,
}: {
  readonly draftSession: DraftSession;
  readonly input: Ref<HTMLInputElement>;
  /** Enter goes on to the text. */
  readonly onLeave: () => void;
}): ReactNode {
  const id = useId();
  const { draft } = useSyncExternalStore(draftSession.subscribe, draftSession.view);
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle(input, () => element.current!, []);
  const steps = useSteps(element, draftSession.subjects, (subject) =>
    draftSession.change({ subject }),
  );
  return (
    <div className="compose-line">
      <label className="compose-label" htmlFor={id}>
        {t("subject")}
      </label>
      <input
        id={id}
        ref={element}
        className="compose-subject"
        autoComplete="off"
        spellCheck
        enterKeyHint="next"
        value={draft.subject}
        onChange={steps.onChange}
        onKeyDown={(event) => {
          const { nativeEvent, key, ctrlKey, metaKey } = event;
          if (key === "Enter" && !ctrlKey && !metaKey && !nativeEvent.isComposing) {
            event.preventDefault();
            onLeave();
          } else steps.onKeyDown(event);
        }}
      />
    </div>
  );
}
