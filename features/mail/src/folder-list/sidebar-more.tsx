import type { ReactNode } from "react";
import { LabelList } from "../labels/label-list.tsx";
import { SavedList } from "../search/saved/saved-list.tsx";
import type { MoreProps } from "./more-part.tsx";

/** What stands below an account's folders: its labels and its saved searches. */
export function SidebarMore({ place, onGo, onLeave }: MoreProps): ReactNode {
  return (
    <>
      <LabelList place={place} onGo={onGo} onLeave={onLeave} />
      <SavedList place={place} onGo={onGo} />
    </>
  );
}
