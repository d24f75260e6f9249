import { formatBytes, formatDateTime, formatListTime } from "@atrium/i18n";
import { IconButton, MoreIcon, PeopleIcon } from "@atrium/ui";
import { useCallback, useEffect, useRef, type ReactNode } from "react";
import { useDrive, useNode } from "../drive-context.tsx";
import { useWay } from "../nodes/use-way.ts";
import { t } from "../strings/index.ts";
import { isFolder, isShared, nameOf, type DriveNode } from "../nodes/definitions.ts";
import type { ListActs } from "./list-acts.ts";
import { dragNodes, dropOnFolder } from "./node-drag.ts";
import { NodeIcon } from "./node-icon.tsx";
import { RenameField } from "./rename-field.tsx";
import { Thumbnail } from "./thumbnail.tsx";

export interface CellProps {
  readonly id: string | undefined;
  readonly idOf: (part: string) => string;
  readonly acts: ListActs;
  readonly isRenaming: boolean;
  /** Shown where a search found it, or where it was before it was deleted. */
  readonly showsPlace: boolean;
}

/** A file or folder in a list or grid, draggable, and a folder a place to drop on. */
export function NodeCell({
  layout,
  id,
  idOf,
  acts,
  isRenaming,
  showsPlace,
}: CellProps & { readonly layout: "row" | "tile" }): ReactNode {
  const drive = useDrive();
  const node = useNode(drive.account, id ?? null);
  const latest = useRef({ node, acts });
  useEffect(() => {
    latest.current = { node, acts };
  });
  const ref = useCallback(
    (element: HTMLElement | null) => {
      if (element === null || acts.isTouch || id === undefined) return undefined;
      const stops = [
        dragNodes(element, () => latest.current.acts.dragOf(id)),
        dropOnFolder(element, drive, () => {
          const { node } = latest.current;
          // What is no folder takes nothing: its rights say so.
          return { id, label: node?.name ?? "" };
        }),
      ];
      return () => {
        for (const stop of stops) stop();
      };
    },
    [drive, id, acts.isTouch],
  );
  if (!node) return <Waiting layout={layout} />;
  return (
    <div ref={ref} className={`drive-${layout}`} data-folder={isFolder(node) || undefined}>
      {layout === "tile" ? <Thumbnail node={node} /> : <NodeIcon node={node} />}
      {isRenaming ? (
        <RenameField
          node={node}
          onRename={(name) => acts.rename(node, name)}
          onEnd={acts.endRename}
        />
      ) : (
        <span className="drive-title">
          <span className="drive-name" id={idOf("name")} title={node.name}>
            {node.name}
          </span>
          {isShared(node) && (
            <span
              className="drive-shared"
              id={idOf("shared")}
              role="img"
              aria-label={t("isShared")}
              title={t("isShared")}
            >
              <PeopleIcon />
            </span>
          )}
        </span>
      )}
      {showsPlace && <PlaceOf node={node} />} <Facts node={node} id={idOf("facts")} />
      <IconButton
        className="drive-more"
        size="small"
        tabIndex={-1}
        label={t("actionsFor", { name: node.name })}
        icon={<MoreIcon />}
        onClick={(event) => {
          const box = event.currentTarget.getBoundingClientRect();
          acts.menu(node.id, { x: box.left, y: box.bottom });
        }}
      />
    </div>
  );
}

function Facts({ node, id }: { readonly node: DriveNode; readonly id: string }): ReactNode {
  // What was deleted says when.
  const time = node.trashed ?? node.modified;
  return (
    <span className="drive-facts" id={id}>
      <time dateTime={time} title={formatDateTime(time)}>
        {formatListTime(time)}
      </time>{" "}
      <span className="drive-size">{isFolder(node) ? "" : formatBytes(node.size ?? 0)}</span>
    </span>
  );
}

function PlaceOf({ node }: { readonly node: DriveNode }): ReactNode {
  const { account, title } = useDrive();
  const way = useWay(account, node.trashed ? node.trashedFrom : node.parentId);
  const names = [title, ...way.nodes.map(nameOf)];
  const where = way.isMissing ? t("deletedFolder") : way.isWhole ? names.join(" / ") : "";
  return (
    <span className="drive-place" title={where}>
      {where}
    </span>
  );
}

function Waiting({ layout }: { readonly layout: "row" | "tile" }): ReactNode {
  return (
    <div className={`drive-${layout}`} aria-hidden="true">
      <span className="drive-blank" />
      <span className="drive-blank drive-blank-name" />
    </div>
  );
}
