import { formatShortDateTime, formatTime } from "@atrium/i18n";
import { useRef, useState, type ReactNode } from "react";
import { DateIcon } from "../icons.ts";
import { ContextMenu, type MenuEntry } from "../menu/menu.tsx";
import { LaterDialog, type LaterDialogProps } from "./later-dialog.tsx";
import { laterTimes } from "./later-times.ts";
import { t } from "./strings/index.ts";

/** Asks for when something is to happen: the usual hours, or any other. The one such menu of the whole suite. */
export function LaterMenu({
  at,
  label,
  icon,
  before = [],
  onClose,
  ...props
}: LaterDialogProps & {
  /** CSS pixels in the window. */
  readonly at: { readonly x: number; readonly y: number };
  /** What is asked, above the hours. */
  readonly label: string;
  /** Stands beside each of the hours. */
  readonly icon: ReactNode;
  /** What else can be done. */
  readonly before?: readonly MenuEntry[];
}): ReactNode {
  const [now] = useState(() => new Date());
  const [isPicking, setPicking] = useState(false);
  // The menu closes when one of its lines was chosen, whichever.
  const goesOn = useRef(false);
  if (isPicking) return <LaterDialog {...props} onClose={onClose} />;
  return (
    <ContextMenu
      label={label}
      at={at}
      items={[
        ...before,
        { heading: label },
        ...laterTimes(now).map(({ name, at }, index) => ({
          id: name,
          label: t("hour", {
            name: t(name),
            time:
              name === "laterToday" || name === "tomorrow"
                ? formatTime(at)
                : formatShortDateTime(at),
          }),
          icon,
          shortcut: String(index + 1),
          onAct: () => props.onPick(at),
        })),
        { separator: true },
        {
          id: "pick",
          label: t("pickTime"),
          icon: <DateIcon />,
          onAct: () => {
            goesOn.current = true;
            setPicking(true);
          },
        },
      ]}
      onClose={() => {
        if (!goesOn.current) onClose();
      }}
    />
  );
}
