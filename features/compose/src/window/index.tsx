import { lazyPart } from "@atrium/shell";
import { Waiting } from "../composer/waiting.tsx";
import "./compose-window.css";

/** `/mail/write/`. What is needed to write comes while the window already shows where. */
export const ComposeWindow = lazyPart(
  () => import("./compose-window.tsx").then((module) => module.ComposeWindow),
  <main className="compose-window" id="content">
    <Waiting />
  </main>,
);
