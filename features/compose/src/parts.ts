import { lazyPart } from "@atrium/shell";
import type { RichFieldProps } from "./rich-field/rich-field.tsx";

export { ComposeDock } from "./dock/compose-dock.tsx";
export { composeUrl, openCompose, type ComposeRequest } from "./request.ts";
export { parseMailto } from "./mailto.ts";

/** A field for formatted text in any form; the editor comes with it, in a chunk of its own. */
export const RichField = lazyPart<RichFieldProps>(() =>
  import("./rich-field/rich-field.tsx").then((module) => module.RichField),
);
