export { MailProvider, useMail, type Mail } from "./mail.tsx";
export { MailVerbs } from "./keys/mail-verbs.tsx";
export { MailScreen } from "./mail-screen/mail-screen.tsx";
export { MailPopup } from "./popup/mail-popup.tsx";
export { NotForYou } from "./popup/not-for-you.tsx";
