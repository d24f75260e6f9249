import type { LabelRecord } from "@atrium/contract/types/label";
import { useEffect, useMemo, useRef } from "react";
import { useDragParts, type DraggedMail } from "../drag/use-drag-parts.ts";
import { useMail } from "../mail.tsx";

/** Makes rows of labels take mail that is dropped on them. Answers a ref for each row. */
export function useLabelDrop(
  labels: readonly LabelRecord[],
): (id: string) => (element: HTMLElement | null) => (() => void) | undefined {
  const parts = useDragParts();
  const { account, isReadOnly } = useMail();
  const latest = useRef(labels);
  useEffect(() => {
    latest.current = labels;
  });
  const ids = labels.map(({ id }) => id).join();
  const refs = useMemo(() => {
    const attach = (element: HTMLElement, id: string): (() => void) | undefined => {
      if (!parts || isReadOnly) return undefined;
      const label = (): LabelRecord | undefined => latest.current.find((one) => one.id === id);
      return parts.attachDropTarget<DraggedMail>(element, () => ({
        accepts: (data): data is DraggedMail => isMail(data) && data.accountId === account.id,
        label: label()?.name ?? "",
        onDrop(data) {
          const target = label();
          if (target) data.label(target);
        },
      }));
    };
    // One ref a row, so that rows are not let go and taken again whenever something is drawn.
    return new Map(
      ids
        .split(",")
        .map((id) => [
          id,
          (element: HTMLElement | null) => (element ? attach(element, id) : undefined),
        ]),
    );
  }, [parts, account, isReadOnly, ids]);
  return (id) => refs.get(id) ?? NO_REF;
}

const NO_REF = (): undefined => undefined;

function isMail(data: unknown): data is DraggedMail {
  return typeof data === "object" && data !== null && "kind" in data && data.kind === "mail";
}
