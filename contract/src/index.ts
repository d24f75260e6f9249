export * from "./routes.ts";
export * from "./constants.ts";
export * from "./errors.ts";
export * from "./events.ts";
export * from "./remotes.ts";
