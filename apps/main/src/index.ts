import { draftsOnDevice } from "@atrium/feature-compose/parts";
import { defineApp, route } from "@atrium/shell";
import { MainFrame } from "./main-frame.tsx";
import { MainScreen } from "./main-screen.tsx";

/** The main application: mail, and the drive remote where drive owns the path. */
export const { mount } = defineApp({
  name: "main",
  frame: MainFrame,
  routes: [route("/*", MainScreen)],
  onDevice: [draftsOnDevice],
  // The inbox.
  startupSnapshot: ["/", "/mail", "/mail/folder/inbox"],
});
