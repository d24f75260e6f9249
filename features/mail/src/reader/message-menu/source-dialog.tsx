import { ButtonLink, Dialog, DownloadIcon, ErrorCard, Skeleton } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { r } from "../strings/index.ts";
import { readBeginning, type Beginning } from "../preview/read-beginning.ts";

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
  const [attempt, setAttempt] = useState(0);
  const [failed, setFailed] = useState(-1);
  useEffect(() => {
    const leave = new AbortController();
    readBeginning(href, leave.signal).then(setSource, () => {
      if (!leave.signal.aborted) setFailed(attempt);
    });
    return () => leave.abort();
  }, [href, attempt]);
  return (
    <Dialog
      open
      size="large"
      title={r("source")}
      onClose={onClose}
      actions={
        <ButtonLink href={href} download={name} icon={<DownloadIcon />}>
          {r("saveEml")}
        </ButtonLink>
      }
    >
      {source === undefined && failed !== attempt && <Skeleton width="80%" height={12} />}
      {failed === attempt && (
        <ErrorCard title={r("couldNotLoad")} onRetry={() => setAttempt(attempt + 1)} />
      )}
      {source !== undefined && (
        <>
          <pre className="mail-source" tabIndex={0} aria-label={r("source")}>
            {source.text}
          </pre>
          {source.isCut && <p className="mail-body-empty">{r("sourceCut")}</p>}
        </>
      )}
    </Dialog>
  );
}
