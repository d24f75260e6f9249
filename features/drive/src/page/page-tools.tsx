import {
  AddFolderIcon,
  AddIcon,
  BulletListIcon,
  GridViewIcon,
  IconButton,
  MenuButton,
  SearchField,
  UploadFolderIcon,
  UploadIcon,
} from "@atrium/ui";
import { useCallback, useEffect, useRef, useState, type ReactNode, type RefObject } from "react";
import { useDrive, type Drive } from "../drive-context.tsx";
import { setViewOptions } from "../list/view-options.ts";
import { TOP } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { fromChooser, type Incoming } from "../uploads/dropped.ts";
import { PHONE, useMedia, WIDE } from "../use-media.ts";
import { useQuestions } from "../questions/questions.tsx";
import { PlacesMenu } from "../folders/places-menu.tsx";

/** Milliseconds after the last letter. */
const SETTLED = 250;
const MAX_TEXT = 255;

export interface Chosen {
  readonly files: readonly Incoming[];
  readonly emptyFolders: readonly string[][];
}

/** Search, the view, and what can be added. */
export function PageTools({
  text,
  field,
  parentId,
  mayAdd,
  offersAdd,
  layout,
  onUpload,
}: {
  /** What is searched for. */
  readonly text: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly parentId: string | null;
  readonly mayAdd: boolean;
  /** Not where nobody adds anything. */
  readonly offersAdd: boolean;
  readonly layout: "list" | "grid";
  readonly onUpload: (chosen: Chosen) => void;
}): ReactNode {
  const { go, kind, title } = useDrive();
  const isWide = useMedia(WIDE);
  const isPhone = useMedia(PHONE);
  const { ask } = useQuestions();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const search = useSearch(text, go);
  const searchLabel = {
    own: t("search"),
    shared: t("searchIn", { name: title }),
    partial: t("searchShared"),
  }[kind];
  const asFolders = useCallback((element: HTMLInputElement | null) => {
    // No property of React's.
    if (element) element.webkitdirectory = true;
    folder.current = element;
  }, []);
  const choose = (from: HTMLInputElement): void => {
    onUpload({ files: fromChooser(from.files ?? []), emptyFolders: [] });
    // So that the same file can be chosen again.
    from.value = "";
  };
  return (
    <div className="drive-tools">
      <SearchField
        ref={field}
        label={searchLabel}
        placeholder={searchLabel}
        maxLength={MAX_TEXT}
        value={search.typed}
        onValue={search.type}
      />
      <IconButton
        label={t(layout === "list" ? "showGrid" : "showList")}
        icon={layout === "list" ? <GridViewIcon /> : <BulletListIcon />}
        onClick={() => setViewOptions({ layout: layout === "list" ? "grid" : "list" })}
      />
      {!isWide && <PlacesMenu />}
      {offersAdd && (
        <MenuButton
          label={t("add")}
          icon={<AddIcon />}
          variant="primary"
          align="end"
          items={[
            ...(mayAdd ? [] : [{ heading: t("mayNotAdd") }]),
            {
              id: "folder",
              label: t("newFolder"),
              icon: <AddFolderIcon />,
              disabled: !mayAdd,
              onAct: () =>
                ask({
                  kind: "newFolder",
                  parentId,
                  onMade: (id) => go({ kind: "folder", id }),
                }),
            },
            {
              id: "upload",
              label: t("uploadFiles"),
              icon: <UploadIcon />,
              disabled: !mayAdd,
              onAct: () => files.current?.click(),
            },
            {
              id: "uploadFolder",
              label: t("uploadFolder"),
              icon: <UploadFolderIcon />,
              disabled: !mayAdd,
              onAct: () => folder.current?.click(),
            },
          ]}
        >
          {isPhone ? undefined : t("add")}
        </MenuButton>
      )}
      <input
        ref={files}
        type="file"
        multiple
        hidden
        aria-label={t("uploadFiles")}
        onChange={(event) => choose(event.target)}
      />
      <input
        ref={asFolders}
        type="file"
        multiple
        hidden
        aria-label={t("uploadFolder")}
        onChange={(event) => choose(event.target)}
      />
    </div>
  );
}

/** What is typed becomes the place once it has settled; one search is one step of the way back. */
function useSearch(
  shown: string,
  go: Drive["go"],
): {
  readonly typed: string;
  readonly type: (text: string) => void;
} {
  const [typed, setTyped] = useState(shown);
  const [last, setLast] = useState({ shown, asked: shown });
  if (last.shown !== shown) {
    setLast({ shown, asked: shown });
    // What is typed on while its beginning is already searched for stays as it is.
    if (shown !== last.asked) setTyped(shown);
  }
  const wanted = typed.trim();
  useEffect(() => {
    if (wanted === shown) return undefined;
    const timer = setTimeout(() => {
      setLast({ shown, asked: wanted });
      if (wanted === "") go(TOP);
      else go({ kind: "search", text: wanted }, { replace: shown !== "" });
    }, SETTLED);
    return () => clearTimeout(timer);
  }, [wanted, shown, go]);
  return { typed, type: setTyped };
}
