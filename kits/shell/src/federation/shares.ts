import type { init } from "@module-federation/runtime";
import React from "react";
import JsxRuntime from "react/jsx-runtime";
import ReactDom from "react-dom";
import ReactDomClient from "react-dom/client";
import * as Zustand from "zustand";
import { SHARED_VERSIONS } from "./versions.ts";

type ShareArgs = Exclude<
  NonNullable<Parameters<typeof init>[0]["shared"]>[string],
  readonly unknown[]
>;

type Name = keyof typeof SHARED_VERSIONS;

/** The libraries of which a window holds one copy: this host's, also inside a remote. */
export const shares: Record<Name, ShareArgs> = {
  react: loaded("react", React),
  "react-dom": loaded("react-dom", ReactDom),
  "react-dom/client": loaded("react-dom/client", ReactDomClient),
  "react/jsx-runtime": loaded("react/jsx-runtime", JsxRuntime),
  zustand: loaded("zustand", Zustand),
  "@atrium/ui": lazy("@atrium/ui", () => import("@atrium/ui")),
  "@atrium/dnd": lazy("@atrium/dnd", () => import("@atrium/dnd")),
};

/** A library that main's window has loaded already. */
function loaded(name: Name, library: object): ShareArgs {
  return { ...basics(name), lib: () => library };
}

/**
 * A library that is fetched when a remote first asks for it. `loaded-first` keeps a remote whose name sorts after
 * the host's from putting its own copy in the place of one that is not loaded yet.
 */
function lazy(name: Name, load: () => Promise<object>): ShareArgs {
  const get = async () => {
    const library = await load();
    return () => library;
  };
  return { ...basics(name), strategy: "loaded-first", get };
}

function basics(name: Name): ShareArgs {
  const version = SHARED_VERSIONS[name];
  return { version, shareConfig: { singleton: true, requiredVersion: `^${version}` } };
}
