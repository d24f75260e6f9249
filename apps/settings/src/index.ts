import { draftsOnDevice } from "@atrium/feature-compose/parts";
import { defineApp, route } from "@atrium/shell";
import { SettingsHome, SetUpPage } from "./frame.tsx";

/** Settings and administration. */
export const { mount } = defineApp({
  name: "settings",
  routes: [route("/setting/set-up", SetUpPage), route("/*", SettingsHome)],
  onDevice: [draftsOnDevice],
});
