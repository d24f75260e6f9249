import * as Dnd from "@atrium/dnd";
import * as Ui from "@atrium/ui";
import React, { createElement, useState } from "react";
import JsxRuntime from "react/jsx-runtime";
import ReactDom from "react-dom";
import ReactDomClient, { createRoot } from "react-dom/client";
import * as Zustand from "zustand";

/** The libraries as a remote sees them, for the test to hold against the host's. */
const libraries = {
  react: React,
  "react-dom": ReactDom,
  "react-dom/client": ReactDomClient,
  "react/jsx-runtime": JsxRuntime,
  zustand: Zustand,
  "@atrium/ui": Ui,
  "@atrium/dnd": Dnd,
};

function Probe() {
  const [count, setCount] = useState(0);
  return createElement(
    Ui.Button,
    { onClick: () => setCount(count + 1), className: "probe" },
    `probe ${count}`,
  );
}

/** Stands in for drive's `./App`: shows a button of the shared UI kit and hands out what it was given. */
export function mount(element: HTMLElement, context: unknown): () => void {
  Object.assign(globalThis, { probe: { libraries, context } });
  const root = createRoot(element);
  root.render(createElement(Probe));
  return () => root.unmount();
}
