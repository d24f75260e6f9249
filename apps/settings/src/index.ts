import { draftsOnDevice } from "@atrium/feature-compose/parts";
import { defineApp, route } from "@atrium/shell";
import { ForgottenPasswordPage, InvitationPage, SettingsHome, SetUpPage } from "./frame.tsx";

/** Settings and administration. */
export const { mount } = defineApp({
  name: "settings",
  routes: [
    route("/setting/set-up", SetUpPage),
    route("/setting/invitation", InvitationPage),
    route("/setting/recovery", InvitationPage),
    route("/setting/forgot-password", ForgottenPasswordPage),
    route("/*", SettingsHome),
  ],
  onDevice: [draftsOnDevice],
});
