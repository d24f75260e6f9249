import type { SeenNode } from "../../../features/drive/index.ts";

/** How a file is shown without being downloaded. */
export type ShownAs = "image" | "audio" | "video" | "pdf" | "text";

/** HTML and SVG are documents: of them nothing is shown but their text. */
const KINDS: readonly (readonly [ShownAs, RegExp])[] = [
  ["image", /^image\/(?:png|jpeg|gif|webp|avif|bmp)$/],
  ["audio", /^audio\/(?:mpeg|mp4|aac|ogg|opus|webm|flac|x-flac|wav|x-wav|wave|x-m4a)$/],
  ["video", /^video\/(?:mp4|webm|ogg|quicktime)$/],
  ["pdf", /^application\/pdf$/],
  [
    "text",
    /^(?:text\/[\w.+-]+|image\/svg\+xml|application\/(?:json|xml|yaml|toml|sql|(?:x-)?javascript))$/,
  ],
];

/** The media type without its parameters. */
export const plainType = ({ type }: Pick<SeenNode, "type">): string =>
  (type ?? "").replace(/;.*$/s, "").trim().toLowerCase();

export const shownAs = (node: Pick<SeenNode, "type">): ShownAs | undefined =>
  KINDS.find(([, types]) => types.test(plainType(node)))?.[0];
