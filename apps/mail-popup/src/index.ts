import { MailPopup, NotForYou } from "@atrium/feature-mail";
import { defineApp, route } from "@atrium/shell";
import { PopupFrame } from "./popup-frame.tsx";

/** A mail in a window of its own. */
export const { mount } = defineApp({
  name: "mail-popup",
  frame: PopupFrame,
  routes: [route("/mail/popup/mails/:id", MailPopup), route("/*", NotForYou)],
});
