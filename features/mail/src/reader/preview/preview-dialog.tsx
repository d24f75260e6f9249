import type { EmailBodyPart } from "@atrium/contract/types/email";
import { ButtonLink, Dialog, ErrorCard, DownloadIcon, Skeleton } from "@atrium/ui";
import { useCallback, useState, type ReactNode } from "react";
import { t } from "../../strings/index.ts";
import { useTries } from "../../use-tries.ts";
import { r } from "../strings/index.ts";
import { previewOf, type PreviewKind } from "./previewable.ts";
import { readBeginning, type Beginning } from "./read-beginning.ts";

/**
 * A file of a mail, shown in place. Its octets are fetched and given a type by us, so that whatever they are they are
 * shown as a picture, as a PDF document or as plain text, and never run.
 */
export function PreviewDialog({
  part,
  name,
  href,
  onClose,
}: {
  readonly part: EmailBodyPart;
  readonly name: string;
  readonly href: string;
  readonly onClose: () => void;
}): ReactNode {
  const kind = previewOf(part);
  const [content, setContent] = useState<string | Beginning>();
  const load = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      if (kind === "text") {
        setContent(await readBeginning(href, signal));
        return;
      }
      const response = await fetch(href, { signal });
      if (!response.ok) throw new Error(`The server answers ${response.status}`);
      const type = kind === "pdf" ? "application/pdf" : part.type;
      const blob = new Blob([await response.arrayBuffer()], { type });
      if (signal.aborted) return;
      const address = URL.createObjectURL(blob);
      signal.addEventListener("abort", () => URL.revokeObjectURL(address));
      setContent(address);
    },
    [href, kind, part.type],
  );
  const { hasFailed, retry } = useTries(load);
  return (
    <Dialog
      open
      size="large"
      title={name}
      onClose={onClose}
      actions={
        <ButtonLink href={href} download={name} icon={<DownloadIcon />}>
          {t("download")}
        </ButtonLink>
      }
    >
      <div className="mail-preview" data-kind={kind}>
        {content === undefined && !hasFailed && <Skeleton width="100%" height={240} />}
        {hasFailed && <ErrorCard title={r("couldNotLoad")} onRetry={retry} />}
        {content !== undefined && <Content kind={kind} content={content} name={name} />}
      </div>
    </Dialog>
  );
}

function Content({
  kind,
  content,
  name,
}: {
  readonly kind: PreviewKind | undefined;
  readonly content: string | Beginning;
  readonly name: string;
}): ReactNode {
  if (typeof content === "object")
    return (
      <>
        <pre className="mail-source" tabIndex={0} aria-label={name}>
          {content.text}
        </pre>
        {content.isCut && <p className="mail-body-empty">{r("previewCut")}</p>}
      </>
    );
  if (kind === "image") return <img src={content} alt={name} />;
  if (!navigator.pdfViewerEnabled) return <p>{r("noPdfViewer")}</p>;
  // This can be nothing but a PDF: its type is ours, not the sender's.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
  return <iframe src={content} title={name} />;
}
