import { defineApp, route } from "@atrium/shell";
import { CallFrame, CallHome } from "./frame.tsx";

/** The call page. */
export const { mount } = defineApp({
  name: "call",
  frame: CallFrame,
  routes: [route("/*", CallHome)],
});
