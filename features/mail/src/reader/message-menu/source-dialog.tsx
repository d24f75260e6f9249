import { useTries } from "@atrium/state";
import { ButtonLink, Dialog, DownloadIcon, ErrorCard, Skeleton } from "@atrium/ui";
import { useCallback, useState, type ReactNode } from "react";
import { r } from "../strings/index.ts";
import { u } from "./strings/index.ts";
import { readBeginning, type Beginning } from "@atrium/file-preview";
import "./source-dialog.css";

/** A message as it came, letter by letter. */
export function SourceDialog({
  href,
  name,
  onClose,
}: {
  readonly href: string;
  readonly name: string;
  readonly onClose: () => void;
}): ReactNode {
  const [source, setSource] = useState<Beginning>();
  const read = useCallback(
    async (signal: AbortSignal) => setSource(await readBeginning(href, signal)),
    [href],
  );
  const { hasFailed, retry } = useTries(read);
  return (
    <Dialog
      open
      size="large"
      title={u("source")}
      onClose={onClose}
      actions={
        <ButtonLink href={href} download={name} icon={<DownloadIcon />}>
          {u("saveEml")}
        </ButtonLink>
      }
    >
      {source === undefined && !hasFailed && <Skeleton width="80%" height={12} />}
      {hasFailed && <ErrorCard title={r("couldNotLoad")} onRetry={retry} />}
      {source !== undefined && (
        <>
          <pre className="mail-source" tabIndex={0} aria-label={u("source")}>
            {source.text}
          </pre>
          {source.isCut && <p className="mail-body-empty">{u("sourceCut")}</p>}
        </>
      )}
    </Dialog>
  );
}
