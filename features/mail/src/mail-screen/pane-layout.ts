import { usePreferences } from "@atrium/state";
import { useIsPhone, useMedia } from "../use-media.ts";

/** How the panes stand in a window of this size. */
export interface PaneLayout {
  /** One pane at a time. */
  readonly isPhone: boolean;
  /** The folders are behind a button. */
  readonly isNarrow: boolean;
  /** The list has the whole width. */
  readonly isWideList: boolean;
  /** List and reader take turns. */
  readonly isOnePane: boolean;
  /** Three panes have just room enough beside each other. */
  readonly isTight: boolean;
}

export function usePaneLayout(): PaneLayout {
  const isPhone = useIsPhone();
  const isNarrow = useMedia("(width <= 960px)");
  const pane = usePreferences((all) => all.readerPane);
  return {
    isPhone,
    isNarrow,
    isOnePane: isPhone || pane === "off",
    isWideList: !isPhone && pane !== "right",
    isTight: useMedia("(width <= 1180px)"),
  };
}
