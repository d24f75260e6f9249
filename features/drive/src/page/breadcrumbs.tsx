import { TRASH_ID } from "@atrium/contract/types/file-node";
import { BackIcon, IconButton, MenuButton, MoreIcon } from "@atrium/ui";
import { Fragment, useCallback, type MouseEvent, type ReactNode } from "react";
import { useDrive } from "../drive-context.tsx";
import { nameOf, type DriveNode } from "../nodes/definitions.ts";
import { dropOnFolder } from "../list/node-drag.ts";
import { placeIn } from "../place/place.ts";
import { t } from "../strings/index.ts";
import { PHONE, useMedia } from "../use-media.ts";

/** Steps that are shown at the end of a long way. */
const LAST = 2;

interface Step {
  readonly id: string | null;
  readonly name: string;
}

/** The way to the open folder, its middle folded where it is long. On a phone the way back and the folder's name. */
export function Breadcrumbs({
  nodes,
  name,
}: {
  /** The folders on the way, the open one last; none at the top. */
  readonly nodes: readonly Pick<DriveNode, "id" | "name">[];
  /** Of what is open. */
  readonly name: string;
}): ReactNode {
  const { go, title, kind } = useDrive();
  const isPhone = useMedia(PHONE);
  const top: Step = { id: null, name: title };
  const inside: Step[] = nodes.map((node) => ({ id: node.id, name: nameOf(node) }));
  // One's own trash is a place of its own beside one's files; on a phone the way back leads to those.
  const isTrash = kind === "own" && inside[0]?.id === TRASH_ID;
  const steps = isTrash && !isPhone ? inside : [top, ...inside];
  const above = steps.slice(0, -1);
  const up = above.at(-1);
  if (isPhone)
    return (
      <div className="drive-way">
        {up && (
          <IconButton
            label={t("backTo", { name: up.name })}
            icon={<BackIcon />}
            onClick={() => go(placeIn(up.id))}
          />
        )}
        <h1>{name}</h1>
      </div>
    );
  const isLong = above.length > LAST + 1;
  const folded = isLong ? above.slice(1, -LAST) : [];
  const shown = isLong ? [steps[0]!, ...above.slice(-LAST)] : above;
  return (
    <nav className="drive-way" aria-label={t("way")}>
      <ol>
        {shown.map((step, at) => (
          <Fragment key={step.id}>
            <li>
              <StepLink step={step} />
            </li>
            {at === 0 && isLong && (
              <li>
                <MenuButton
                  label={t("foldersBetween")}
                  icon={<MoreIcon />}
                  items={folded.map((one) => ({
                    id: one.id!,
                    label: one.name,
                    onAct: () => go(placeIn(one.id)),
                  }))}
                />
              </li>
            )}
          </Fragment>
        ))}
        <li>
          <h1 aria-current="page" title={name}>
            {name}
          </h1>
        </li>
      </ol>
    </nav>
  );
}

function StepLink({ step }: { readonly step: Step }): ReactNode {
  const drive = useDrive();
  const { id, name } = step;
  const ref = useCallback(
    (element: HTMLElement | null) =>
      element === null ? undefined : dropOnFolder(element, drive, () => ({ id, label: name })),
    [drive, id, name],
  );
  const place = placeIn(id);
  return (
    <a ref={ref} href={drive.hrefOf(place)} title={name} onClick={plainly(() => drive.go(place))}>
      {name}
    </a>
  );
}

/** A plain click; one with a modifier or another button is the browser's. */
const plainly =
  (act: () => void) =>
  (event: MouseEvent): void => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    act();
  };
