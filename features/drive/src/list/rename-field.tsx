import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import { faultOf, splitName, tidyName } from "../acts/names.ts";
import { t } from "../strings/index.ts";
import { isFolder, type DriveNode } from "../nodes/definitions.ts";

/** A name that is typed where it stands. Enter and leaving it keep it, Escape does not; what was wrong is said beside it. */
export function RenameField({
  node,
  onRename,
  onEnd,
}: {
  readonly node: DriveNode;
  /** @returns what was wrong */
  readonly onRename: (name: string) => Promise<string | undefined>;
  readonly onEnd: () => void;
}): ReactNode {
  const [name, setName] = useState(node.name);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const isBusy = useRef(false);
  const errorId = useId();
  useEffect(() => {
    field.current?.focus();
    // The extension stays unless it is meant.
    const { base } = isFolder(node) ? { base: node.name } : splitName(node.name);
    field.current?.setSelectionRange(0, base.length);
    // oxlint-disable-next-line react/exhaustive-deps -- once, as it begins
  }, []);
  const finish = async (): Promise<void> => {
    if (isBusy.current) return;
    const tidy = tidyName(name);
    if (tidy === node.name) return onEnd();
    const fault = faultOf(tidy);
    if (fault) return setError(t(fault));
    isBusy.current = true;
    const refusal = await onRename(tidy);
    isBusy.current = false;
    if (refusal === undefined) return onEnd();
    setError(refusal);
    return field.current?.focus();
  };
  return (
    <span className="drive-rename" onDoubleClick={(event) => event.stopPropagation()}>
      <input
        ref={field}
        aria-label={t("newName")}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : errorId}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setError(undefined);
        }}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") void finish();
          if (event.key === "Escape") onEnd();
        }}
        // A name that is wrong stays to be mended.
        onBlur={() => error === undefined && void finish()}
      />
      {error !== undefined && (
        <span className="drive-rename-error" id={errorId} role="alert">
          {error}
        </span>
      )}
    </span>
  );
}
