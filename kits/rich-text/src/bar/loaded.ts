/** What comes when there is text to write in. */
export { createEmojiList } from "./emoji/emoji-list.ts";
export { FormatBar } from "./format-bar.tsx";
