import { locale } from "@atrium/i18n";
import { SearchField } from "@atrium/ui";
import { useRef, useState, type ReactNode } from "react";
import { moveInGrid } from "../grid-keys.ts";
import { t } from "../strings/index.ts";
import { findEmoji } from "./emoji.ts";

const COLUMNS = 8;

/** Emoji to choose from, found by words of either language. */
export function EmojiPicker({ onPick }: { readonly onPick: (emoji: string) => void }): ReactNode {
  const [search, setSearch] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const found = findEmoji(search);
  const isKorean = locale() === "ko";
  return (
    <div className="rich-emoji">
      <SearchField
        label={t("findEmoji")}
        value={search}
        onValue={setSearch}
        autoFocus
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter" && found[0]) {
            event.preventDefault();
            onPick(found[0].sign);
          } else if (event.key === "ArrowDown") {
            event.preventDefault();
            grid.current?.querySelector("button")?.focus();
          }
        }}
      />
      {found.length === 0 ? (
        <p role="status">{t("noEmoji")}</p>
      ) : (
        <div
          ref={grid}
          className="rich-emoji-grid"
          role="group"
          aria-label={t("emoji")}
          onKeyDown={(event) => moveInGrid(event, COLUMNS)}
        >
          {found.map(({ sign, en, ko }, index) => (
            <button
              key={sign}
              type="button"
              aria-label={isKorean ? ko : en}
              title={isKorean ? ko : en}
              tabIndex={index === 0 ? 0 : -1}
              onClick={() => onPick(sign)}
            >
              <span aria-hidden="true">{sign}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
