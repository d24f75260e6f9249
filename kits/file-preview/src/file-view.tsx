import { useTries } from "@atrium/state";
import { ErrorCard, FileIcon, Skeleton } from "@atrium/ui";
import { useCallback, useState, type ReactNode } from "react";
import { OfficeView } from "./office-view.tsx";
import { isTooLarge, previewOf, typeOf, type FileFacts } from "./previewable.ts";
import { readBeginning, type Beginning } from "./read-beginning.ts";
import { readOfficeFile, type OfficeAnswer } from "./read-office-file.ts";
import { p } from "./strings/index.ts";

type Content =
  | { readonly kind: "image" | "pdf"; readonly address: string }
  | { readonly kind: "text"; readonly beginning: Beginning }
  | { readonly kind: "office"; readonly answer: OfficeAnswer };

/** A file to be shown. */
export interface ShownFile extends FileFacts {
  readonly name: string;
  /** Where its content is. */
  readonly href: string;
}

/**
 * A file shown in place. Its octets are fetched and given a type by us, so that whatever they are they are shown as a
 * picture, as a PDF document or as text, and never run.
 */
export function FileView({ file }: { readonly file: ShownFile }): ReactNode {
  const kind = previewOf(file);
  if (kind === undefined)
    return (
      <div className="file-gallery-says">
        <FileIcon />
        <p>{p(isTooLarge(file) ? "noPreviewTooLarge" : "noPreview")}</p>
      </div>
    );
  if (kind === "audio" || kind === "video") return <Player kind={kind} file={file} />;
  return <Fetched kind={kind} file={file} />;
}

/** Sound or video, read from the server as it plays. */
function Player({
  kind,
  file,
}: {
  readonly kind: "audio" | "video";
  readonly file: ShownFile;
}): ReactNode {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p className="file-gallery-says">{p("cannotPlay")}</p>;
  const Media = kind;
  return (
    <Media
      src={file.href}
      controls
      preload="metadata"
      aria-label={file.name}
      data-scrolls
      onError={() => setBroken(true)}
    />
  );
}

function Fetched({
  kind,
  file,
}: {
  readonly kind: Content["kind"];
  readonly file: ShownFile;
}): ReactNode {
  const { name, href } = file;
  const type = typeOf(file);
  const [content, setContent] = useState<Content>();
  const load = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      if (kind === "text") setContent({ kind, beginning: await readBeginning(href, signal) });
      else if (kind === "office") setContent({ kind, answer: await readOfficeFile(href, signal) });
      else setContent({ kind, address: await addressOf(href, type, signal) });
    },
    [href, kind, type],
  );
  const { hasFailed, retry } = useTries(load);
  if (hasFailed) return <ErrorCard title={p("couldNotLoad")} onRetry={retry} />;
  if (!content) return <Skeleton width="min(100%, 560px)" height={320} />;
  return <Shown content={content} name={name} />;
}

/** An address inside this window, until the signal says that nobody looks any more. */
async function addressOf(href: string, type: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(href, { signal });
  if (!response.ok) throw new Error(`The server answers ${response.status}`);
  const blob = new Blob([await response.arrayBuffer()], { type });
  signal.throwIfAborted();
  const address = URL.createObjectURL(blob);
  signal.addEventListener("abort", () => URL.revokeObjectURL(address));
  return address;
}

function Shown({ content, name }: { readonly content: Content; readonly name: string }): ReactNode {
  if (content.kind === "office") return <OfficeView answer={content.answer} name={name} />;
  if (content.kind === "image") return <img src={content.address} alt={name} />;
  if (content.kind === "text")
    return (
      <div className="file-gallery-page" tabIndex={0} role="document" aria-label={name}>
        <pre>{content.beginning.text}</pre>
        {content.beginning.isCut && <p className="file-gallery-note">{p("previewCut")}</p>}
      </div>
    );
  if (!navigator.pdfViewerEnabled) return <p className="file-gallery-says">{p("noPdfViewer")}</p>;
  // This can be nothing but a PDF: its type is ours, not the sender's.
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox
  return <iframe src={`${content.address}#view=FitH`} title={name} />;
}
