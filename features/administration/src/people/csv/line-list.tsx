import type { ReactNode } from "react";
import { t } from "./strings/index.ts";

/** Lines that the page shows; a file that can be downloaded has them all. */
export const SHOWN = 50;

/** Lines of the file that made nobody, and why. */
export const LineList = ({
  label,
  lines,
}: {
  readonly label: string;
  readonly lines: readonly { readonly line: number; readonly whom: string; readonly why: string }[];
}): ReactNode => (
  // Longer than its place, it is scrolled by the keyboard as well.
  <ul className="people-import-lines" aria-label={label} tabIndex={0}>
    {lines.slice(0, SHOWN).map(({ line, whom, why }) => (
      <li key={line}>
        <span className="settings-quiet">{t("line", { line })}</span>
        <span>{whom}</span>
        <span>{why}</span>
      </li>
    ))}
    {lines.length > SHOWN && <li>{t("andMore", { count: lines.length - SHOWN })}</li>}
  </ul>
);
