import { formatBytes } from "@atrium/i18n";
import {
  ButtonLink,
  ChevronLeftIcon,
  ChevronRightIcon,
  Dialog,
  DownloadIcon,
  IconButton,
} from "@atrium/ui";
import { useEffect, useRef, type ReactNode, type RefObject } from "react";
import { FileView, type ShownFile } from "./file-view.tsx";
import { p } from "./strings/index.ts";
import { scrollsSideways, useSwipe } from "./use-swipe.ts";
import "./gallery.css";

export type { ShownFile } from "./file-view.tsx";

interface Turns {
  /** Without both, there are no buttons; with one of them, the other stays, with the focus that it may have, and does nothing. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
}

/** One of several files, as large as the window; keys, fingers and buttons turn to the others. */
export function Gallery({
  file,
  place,
  tools,
  onClose,
  ...turns
}: Turns & {
  readonly file: ShownFile;
  /** Which it is, of how many. */
  readonly place: { readonly number: number; readonly total: number };
  /** What else is done with the file. */
  readonly tools?: ReactNode;
  readonly onClose: () => void;
}): ReactNode {
  const stage = useRef<HTMLDivElement>(null);
  const latest = useRef(turns);
  useEffect(() => {
    latest.current = turns;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      if (event.altKey || event.ctrlKey || event.metaKey || scrollsSideways(event.target)) return;
      if (isElsewhere(event.target, stage.current)) return;
      event.preventDefault();
      if (event.key === "ArrowRight") latest.current.onNext?.();
      else latest.current.onPrevious?.();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  const { name, href, size } = file;
  const { number, total } = place;
  const words = p("placeInFiles", { number: String(number), total: String(total) });
  return (
    <Dialog
      open
      size="full"
      title={name}
      onClose={onClose}
      tools={
        <>
          <span className="file-gallery-about">
            {total > 1 && <span>{words}</span>}
            <span>{formatBytes(size ?? 0)}</span>
          </span>
          {tools}
          <ButtonLink href={href} download={name} variant="quiet" icon={<DownloadIcon />}>
            {p("download")}
          </ButtonLink>
        </>
      }
    >
      <Stage area={stage} {...turns}>
        <FileView key={href} file={file} />
      </Stage>
      <span className="a-hidden" role="status">
        {total > 1 && `${name}, ${words}`}
      </span>
    </Dialog>
  );
}

/** Whether an event belongs to what was opened from here and lies above it. */
const isElsewhere = (target: EventTarget | null, stage: Element | null): boolean => {
  const above = target instanceof Element ? target.closest("[role=dialog], [role=menu]") : null;
  return above !== null && !above.contains(stage);
};

function Stage({
  area,
  onPrevious,
  onNext,
  children,
}: Turns & {
  readonly area: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}): ReactNode {
  useSwipe(area, (step) => (step > 0 ? onNext : onPrevious)?.());
  const turns = onPrevious !== undefined || onNext !== undefined;
  return (
    <div className="file-gallery" ref={area}>
      {turns && (
        <IconButton
          label={p("previousFile")}
          variant="secondary"
          size="large"
          icon={<ChevronLeftIcon />}
          aria-disabled={onPrevious === undefined}
          onClick={onPrevious}
        />
      )}
      <div className="file-gallery-file">{children}</div>
      {turns && (
        <IconButton
          label={p("nextFile")}
          variant="secondary"
          size="large"
          icon={<ChevronRightIcon />}
          aria-disabled={onNext === undefined}
          onClick={onNext}
        />
      )}
    </div>
  );
}
