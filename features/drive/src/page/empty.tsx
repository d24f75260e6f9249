import { Button, DriveIcon, EmptyState, FolderIcon, SearchIcon } from "@atrium/ui";
import { useRef, type ReactNode } from "react";
import { t } from "../strings/index.ts";
import { fromChooser } from "../uploads/dropped.ts";
import { TOUCH, useMedia } from "../use-media.ts";
import type { Chosen } from "./page-tools.tsx";

/** What stands in a folder without anything in it. */
export function EmptyFolder({
  isTop,
  mayAdd,
  onUpload,
}: {
  readonly isTop: boolean;
  readonly mayAdd: boolean;
  readonly onUpload: (chosen: Chosen) => void;
}): ReactNode {
  const chooser = useRef<HTMLInputElement>(null);
  const isTouch = useMedia(TOUCH);
  return (
    <EmptyState
      icon={isTop ? <DriveIcon /> : <FolderIcon />}
      title={t(isTop ? "emptyTitle" : "emptyFolder")}
      action={
        mayAdd && (
          <>
            <Button onClick={() => chooser.current?.click()}>{t("uploadFiles")}</Button>
            <input
              ref={chooser}
              type="file"
              multiple
              hidden
              aria-label={t("chooseFiles")}
              onChange={({ target }) => {
                onUpload({ files: fromChooser(target.files ?? []), emptyFolders: [] });
                target.value = "";
              }}
            />
          </>
        )
      }
    >
      {mayAdd ? t(isTouch ? "emptyHintTouch" : "emptyHint") : t("mayNotAdd")}
    </EmptyState>
  );
}

export function NoMatches({ text }: { readonly text: string }): ReactNode {
  return (
    <EmptyState icon={<SearchIcon />} title={t("noMatches", { text })}>
      {t("noMatchesHint")}
    </EmptyState>
  );
}
