export { MailProvider, useMail, type Mail } from "./mail.tsx";
export { MailScreen } from "./mail-screen/mail-screen.tsx";
export { MailPopup } from "./popup/mail-popup.tsx";
export { NotForYou } from "./popup/not-for-you.tsx";
