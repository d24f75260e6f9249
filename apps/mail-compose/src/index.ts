import { defineApp, route } from "@atrium/shell";
import { ComposeFrame } from "./frame.tsx";
import { WriteScreen } from "./write-screen.tsx";

/** Mail compose in a window of its own. */
export const { mount } = defineApp({
  name: "mail-compose",
  frame: ComposeFrame,
  routes: [route("/*", WriteScreen)],
});
