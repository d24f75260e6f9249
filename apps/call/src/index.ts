import { draftsOnDevice } from "@atrium/feature-compose/parts";
import { defineApp, route } from "@atrium/shell";
import { CallHome } from "./frame.tsx";

/** The call page. */
export const { mount } = defineApp({
  name: "call",
  routes: [route("/*", CallHome)],
  onDevice: [draftsOnDevice],
});
