export * from "./define.ts";
export * from "./wire.ts";
export * from "./mailbox.ts";
export * from "./thread.ts";
export * from "./email.ts";
export * from "./principal.ts";
export * from "./file-node.ts";
export * from "./quota.ts";
