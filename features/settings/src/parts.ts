export { AbsenceNotice } from "./absence/notice/absence-notice.tsx";
export { settingsPages } from "./palette-pages.ts";
