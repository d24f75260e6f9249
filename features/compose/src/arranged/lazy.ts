import { lazyPart } from "@atrium/shell";

const load = () => import("./index.ts");

export const Arranged = lazyPart(() => load().then((module) => module.Arranged));
export const FollowUpMenu = lazyPart(() => load().then((module) => module.FollowUpMenu));
