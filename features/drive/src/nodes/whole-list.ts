import type { NodeQuery, NodeView } from "../client.ts";

/** Rows of a list that is shown as a whole. */
const MAX_SHOWN = 1000;
const PAGE = 400;

/** Asks for the next rows, until all that may be shown are here. */
export function loadWhole(query: NodeQuery): void {
  const view = query.view();
  const here = idsOf(view).length;
  if (
    view.error === undefined &&
    (view.status === "idle" || here < Math.min(view.length, MAX_SHOWN))
  )
    query.show(here, here + PAGE);
}

/** The ids of the rows that are here, from the first one on. */
export function idsOf({ idAt }: NodeView): string[] {
  const ids: string[] = [];
  for (let id = idAt(0); id !== undefined && ids.length < MAX_SHOWN; id = idAt(ids.length))
    ids.push(id);
  return ids;
}
