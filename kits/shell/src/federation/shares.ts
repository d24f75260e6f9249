import type { init } from "@module-federation/runtime";
import * as React from "react";
import * as JsxRuntime from "react/jsx-runtime";
import * as ReactDom from "react-dom";
import * as ReactDomClient from "react-dom/client";
import * as Zustand from "zustand";

type ShareArgs = Exclude<
  NonNullable<Parameters<typeof init>[0]["shared"]>[string],
  readonly unknown[]
>;

/** The versions that the workspaces pin; a test holds them against their package.json. */
export const SHARED_VERSIONS = {
  react: "19.3.1",
  "react-dom": "19.3.1",
  "react-dom/client": "19.3.1",
  "react/jsx-runtime": "19.3.1",
  zustand: "5.1.0",
  "@atrium/ui": "1.0.0",
  "@atrium/dnd": "1.0.0",
} as const;

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
