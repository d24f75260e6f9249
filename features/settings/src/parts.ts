export { AbsenceNotice } from "./vacation-response/notice/absence-notice.tsx";
export { AddPasskeyDialog } from "./security/passkeys/add-passkey.tsx";
export { SetUpSecondFactor } from "./security/second-factor/set-up-second-factor.tsx";
export { settingsPages } from "./palette-pages.ts";
