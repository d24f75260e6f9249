import { useChoose } from "@atrium/feature-suite/parts";
import { usePreferences } from "@atrium/state";
import { ChevronDownIcon } from "@atrium/ui";
import type { ReactNode } from "react";
import "./section-head.css";

/** A part of the sidebar that its heading closes, for the person's every browser. */
export type SidebarSection = "closesFolders" | "closesLabels" | "closesSavedSearches";

/** Whether a part of the sidebar is out of sight. */
export const useIsClosed = (section: SidebarSection): boolean =>
  usePreferences((all) => all[section]);

/** The heading of a part of the sidebar: it opens and closes what is below. */
export function SectionHead({
  section,
  title,
  children,
}: {
  readonly section: SidebarSection;
  readonly title: string;
  /** What can be done, at the end. */
  readonly children?: ReactNode;
}): ReactNode {
  const choose = useChoose();
  const isClosed = useIsClosed(section);
  return (
    <div className="mail-folders-head">
      <h2 className="mail-folders-title">
        <button
          type="button"
          className="mail-folders-toggle"
          aria-expanded={!isClosed}
          onClick={() => void choose({ [section]: !isClosed })}
        >
          <ChevronDownIcon />
          {title}
        </button>
      </h2>
      {children}
    </div>
  );
}
