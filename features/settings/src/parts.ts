export { AbsenceNotice } from "./absence/notice/absence-notice.tsx";
