import type { Squire } from "../../engine.ts";
import { loadBar } from "../../load-bar.ts";
import type { TypedList } from "../../typed-list/typed-list.ts";
import { nameAtCaret } from "./name-at-caret.ts";

/** Offers emoji for `:smile` as it is typed; the list comes with the first one. */
export function offerEmoji(squire: Squire): void {
  let list: TypedList | undefined;
  /** Escape: nothing more is offered for this name. */
  let isLeft = false;
  const look = async (): Promise<void> => {
    if (nameAtCaret(squire) === undefined) {
      isLeft = false;
      list?.close();
      return;
    }
    if (isLeft) return;
    const { createEmojiList } = await loadBar();
    list ??= createEmojiList(squire, () => (isLeft = true));
    // The typing went on meanwhile.
    const name = nameAtCaret(squire);
    if (name && !isLeft) list.show(name);
  };
  // Without its code, what is typed stays as it is.
  squire.addEventListener("input", () => void look().catch(() => undefined));
}
