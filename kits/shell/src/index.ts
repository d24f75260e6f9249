export { defineApp, useApp } from "./app.tsx";
export type {
  AppContext,
  AppDefinition,
  DriveContext,
  DriveHandle,
  Mount,
  NextApp,
} from "./app.tsx";
export {
  adoptSession,
  countSignIns,
  readSession,
  refreshSession,
  sessionLost,
  signOut,
  useSession,
} from "./session.ts";
export type { SessionState } from "./session.ts";
export { follow, Link } from "./router/link.tsx";
export { navigate, usePath } from "./router/history.ts";
export { goBack } from "./router/layer-history.ts";
export type { Path } from "./router/history.ts";
export { matchPattern, route } from "./router/route.ts";
export type { Route } from "./router/route.ts";
export { OrganisationLogo, useOrganisation } from "./organisation/organisation.tsx";
export { atRest } from "./at-rest.ts";
export { showBadge, showIcon } from "./icon.ts";
export { lazyPart } from "./lazy-part.tsx";
export { followNotifications, postToWorker, registerWorker } from "./release/keep-release.ts";
export { ReleaseWatch } from "./release/update-notice.tsx";
export { CrashBoundary } from "./errors/crash-boundary.tsx";
export { LoadErrorCard } from "./errors/load-error-card.tsx";
export { RemoteView } from "./remote-view.tsx";
export { rest, RestRefusal } from "./rest.ts";
export { handleKey, keyHint } from "./verbs/keys.ts";
export { closePalette, openPalette, usePalette } from "./verbs/palette-state.ts";
export { offeredVerbs, searchSources } from "./verbs/registry.ts";
export type { Verb, VerbSource } from "./verbs/registry.ts";
export { useVerbs, useVerbSource } from "./verbs/verbs.ts";
export { onDevice, type OnDevice } from "./on-device.ts";
