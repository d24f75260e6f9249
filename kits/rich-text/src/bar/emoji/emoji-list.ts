import { locale } from "@atrium/i18n";
import type { Squire } from "../../engine.ts";
import { createTypedList, type TypedList } from "../../typed-list/typed-list.ts";
import { t } from "../strings/index.ts";
import { findEmoji } from "./emoji.ts";
import { nameAtCaret } from "./name-at-caret.ts";

/** The emoji that a typed name means. @param onLeft called when the person closes the list. */
export function createEmojiList(squire: Squire, onLeft: () => void): TypedList {
  const isKorean = locale() === "ko";
  return createTypedList(squire, {
    label: t("emoji"),
    nameAtCaret,
    find: (name) => findEmoji(name.replaceAll(/[_-]/g, " ")),
    idOf: ({ sign }) => sign,
    draw({ sign, en, ko }) {
      const shown = document.createElement("span");
      shown.ariaHidden = "true";
      shown.textContent = sign;
      return [shown, isKorean ? ko : en];
    },
    take: ({ sign }) => squire.insertPlainText(sign, false),
    onLeft,
  });
}
