export { createInbound } from "./receive.ts";
export type { Inbound, Received } from "./receive.ts";
export { createLocalDelivery } from "./local-delivery.ts";
export type { Route } from "./route.ts";
export type { Envelope, EnvelopeRecipient } from "./trace.ts";
