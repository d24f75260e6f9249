import type { EmailBodyPart } from "@atrium/contract/types/email";
import { formatBytes } from "@atrium/i18n";
import {
  ButtonLink,
  ChevronLeftIcon,
  ChevronRightIcon,
  Dialog,
  DownloadIcon,
  IconButton,
} from "@atrium/ui";
import { useCallback, useEffect, useRef, useState, type ReactNode } from "react";
import { useMail } from "../../mail.tsx";
import { t } from "../../strings/index.ts";
import { fileName } from "../file-names.ts";
import { FileView } from "./file-view.tsx";
import { p } from "./strings/index.ts";
import { scrollsSideways, useSwipe } from "./use-swipe.ts";
import "./gallery.css";

/** The files of a message one after the other, as large as the window. */
export function Gallery({
  files,
  first,
  onClose,
}: {
  readonly files: readonly EmailBodyPart[];
  /** The one to begin with. */
  readonly first: EmailBodyPart;
  readonly onClose: () => void;
}): ReactNode {
  const { client, account } = useMail();
  const [at, setAt] = useState(() => Math.max(0, files.indexOf(first)));
  const stage = useRef<HTMLDivElement>(null);
  const { length } = files;
  const turn = useCallback(
    (step: 1 | -1): void => setAt((now) => (now + step + length) % length),
    [length],
  );
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      if (event.altKey || event.ctrlKey || event.metaKey || scrollsSideways(event.target)) return;
      event.preventDefault();
      turn(event.key === "ArrowRight" ? 1 : -1);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [turn]);
  const part = files[at];
  if (!part || part.blobId === null) return null;
  const name = fileName(part, files);
  const href = client.downloadUrl(account.id, part.blobId, name, part.type);
  const place = p("placeInFiles", { number: String(at + 1), total: String(length) });
  return (
    <Dialog
      open
      size="full"
      title={name}
      onClose={onClose}
      tools={
        <>
          <span className="mail-gallery-about">
            {length > 1 && <span>{place}</span>}
            <span>{formatBytes(part.size)}</span>
          </span>
          <ButtonLink href={href} download={name} variant="quiet" icon={<DownloadIcon />}>
            {t("download")}
          </ButtonLink>
        </>
      }
    >
      <Stage area={stage} onTurn={length > 1 ? turn : undefined}>
        <FileView key={at} part={part} name={name} href={href} />
      </Stage>
      <span className="a-hidden" role="status">
        {length > 1 && `${name}, ${place}`}
      </span>
    </Dialog>
  );
}

function Stage({
  area,
  onTurn,
  children,
}: {
  readonly area: React.RefObject<HTMLDivElement | null>;
  readonly onTurn: ((step: 1 | -1) => void) | undefined;
  readonly children: ReactNode;
}): ReactNode {
  useSwipe(area, onTurn ?? stay);
  return (
    <div className="mail-gallery" ref={area}>
      {onTurn && (
        <IconButton
          label={p("previousFile")}
          variant="secondary"
          size="large"
          icon={<ChevronLeftIcon />}
          onClick={() => onTurn(-1)}
        />
      )}
      <div className="mail-gallery-file">{children}</div>
      {onTurn && (
        <IconButton
          label={p("nextFile")}
          variant="secondary"
          size="large"
          icon={<ChevronRightIcon />}
          onClick={() => onTurn(1)}
        />
      )}
    </div>
  );
}

const stay = (): void => undefined;
