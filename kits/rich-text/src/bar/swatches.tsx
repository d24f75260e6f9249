import { Button } from "@atrium/ui";
import type { ReactNode } from "react";
import { moveInGrid } from "./grid-keys.ts";
import type { COLOURS, HIGHLIGHTS } from "./palette.ts";
import { t } from "./strings/index.ts";

const COLUMNS = 3;

/** Colours to choose from, each with its name, and a way to have none. */
export function Swatches({
  label,
  looks,
  none,
  isGround,
  onPick,
}: {
  readonly label: string;
  readonly looks: typeof COLOURS | typeof HIGHLIGHTS;
  readonly none: string;
  /** They stand behind the text. */
  readonly isGround: boolean;
  readonly onPick: (value: string | null) => void;
}): ReactNode {
  return (
    <div className="rich-swatches">
      <div
        className="rich-swatch-grid"
        role="group"
        aria-label={label}
        onKeyDown={(event) => moveInGrid(event, COLUMNS)}
      >
        {looks.map(({ name, value }, index) => (
          <button
            key={name}
            type="button"
            className="rich-swatch"
            aria-label={t(name)}
            title={t(name)}
            autoFocus={index === 0}
            tabIndex={index === 0 ? 0 : -1}
            style={isGround ? { background: value } : { color: value }}
            onClick={() => onPick(value)}
          >
            <span aria-hidden="true">{t("sample")}</span>
          </button>
        ))}
      </div>
      <Button size="small" onClick={() => onPick(null)}>
        {none}
      </Button>
    </div>
  );
}
