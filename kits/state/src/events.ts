import { CHANNEL, type WindowEvent } from "@atrium/contract/events";

/** Whether an event was published by this window or by another one of the same browser. */
export type Origin = "here" | "elsewhere";
type Listener = (event: WindowEvent, from: Origin) => void;

const listeners = new Set<Listener>();
let channel: BroadcastChannel | undefined;

function open(): BroadcastChannel {
  if (channel === undefined) {
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", (message: MessageEvent<WindowEvent>) => {
      notify(message.data, "elsewhere");
    });
  }
  return channel;
}

function notify(event: WindowEvent, from: Origin): void {
  for (const listener of listeners) listener(event, from);
}

/** Sends an event to every window of this browser, this one included. */
export function publish(event: WindowEvent): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel takes none
  open().postMessage(event);
  notify(event, "here");
}

/** Receives what any window publishes, until the answer is called. */
export function subscribe(listener: Listener): () => void {
  open();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
