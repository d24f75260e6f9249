export { ComposeDock } from "./dock/compose-dock.tsx";
export { composeUrl, openCompose, type ComposeRequest } from "./request.ts";
export { parseMailto } from "./mailto.ts";
