/** The little of the service worker's world that ours uses; the browser's own types of it contradict those of windows. */

export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface InstallEvent extends LastingEvent {
  /** Static routing; not in every browser. */
  addRoutes?(rules: readonly StraightRule[]): Promise<void>;
}

/** Addresses below the worker's own origin that the browser asks the network for without asking the worker. */
export interface StraightRule {
  readonly condition: { readonly urlPattern: string };
  readonly source: "network" | "race-network-and-fetch-handler";
}

export interface RequestEvent extends LastingEvent {
  readonly request: Request;
  readonly clientId: string;
  respondWith(answer: Promise<Response>): void;
}

export interface PushedEvent extends LastingEvent {
  readonly data: { json(): unknown } | null;
}

export interface ClickEvent extends LastingEvent {
  readonly notification: Notification;
}

export interface WindowClient {
  readonly url: string;
  readonly focused: boolean;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WindowClient>;
  postMessage(message: unknown): void;
}

interface Events {
  readonly install: InstallEvent;
  readonly activate: LastingEvent;
  readonly fetch: RequestEvent;
  readonly message: MessageEvent & LastingEvent;
  readonly push: PushedEvent;
  readonly notificationclick: ClickEvent;
}

interface Scope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    get(id: string): Promise<WindowClient | undefined>;
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(
    name: Name,
    listener: (event: Events[Name]) => void,
  ): void;
}

export const scope = globalThis as unknown as Scope;
