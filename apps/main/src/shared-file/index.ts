import { lazyPart } from "@atrium/shell";

/** Shared files are for everybody who has the link: no session is asked for, and none changes what is shown. */
export const isSharedFile = (path: string): boolean => path.startsWith("/share/file/");

export const SharedFile = lazyPart(() =>
  import("./no-such-share.tsx").then((module) => module.NoSuchShare),
);
