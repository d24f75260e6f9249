import type { QueryView } from "@atrium/jmap";
import type { ListMode } from "../conversation-list/list-options.ts";
import type { Place } from "../place/place.ts";
import type { MailList } from "./mail-list.ts";
import type { PaneLayout } from "./pane-layout.ts";

/** A list as the window shows it. */
export interface ShownList {
  readonly place: Place;
  readonly list: MailList;
  readonly view: QueryView;
  readonly title: string;
  readonly mode: ListMode;
  readonly layout: PaneLayout;
  /** What is thrown away here goes for good. */
  readonly isTrash: boolean;
}
