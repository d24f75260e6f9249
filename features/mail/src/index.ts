export { MailProvider, useMail, type Mail } from "./mail.tsx";
export { listShown } from "./list-shown.ts";
export { MailVerbs, type Recipient } from "./keys/mail-verbs.tsx";
export { UnreadSign } from "./mailboxes/unread-sign.tsx";
export { MailScreen } from "./mail-screen/mail-screen.tsx";
export { MailPopup, NotForYou } from "./popup/mail-popup.tsx";
export { StorageNotice } from "./settings/storage/notice/storage-notice.tsx";
export { AbsenceNotice } from "./settings/vacation-response/notice/absence-notice.tsx";
