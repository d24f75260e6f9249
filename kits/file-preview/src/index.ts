export { PREVIEW_LIMITS } from "./limits.ts";
export { extensionOf, previewOf, typeOf, type FileFacts, type PreviewKind } from "./previewable.ts";
export { readBeginning, type Beginning } from "./read-beginning.ts";
