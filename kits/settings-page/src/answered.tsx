import { ErrorCard, Skeleton } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "./strings/index.ts";
import { sentence } from "./sentence.ts";
import type { Answer } from "./use-answer.ts";

/** Shows an answer: its outline while it loads, a card in place when it was refused. */
export function Answered<T>({
  answer,
  onRetry,
  children,
}: {
  readonly answer: Answer<T>;
  readonly onRetry: () => void;
  readonly children: (value: T) => ReactNode;
}): ReactNode {
  if (answer.status === "there") return children(answer.value);
  if (answer.status === "refused")
    return (
      <ErrorCard title={t("loadFailed")} onRetry={onRetry}>
        {sentence(answer.error)}
      </ErrorCard>
    );
  return (
    <div className="settings-list a-late" aria-busy="true">
      {[0, 1, 2].map((row) => (
        <div className="settings-row" key={row}>
          <Skeleton width="40%" />
        </div>
      ))}
    </div>
  );
}
