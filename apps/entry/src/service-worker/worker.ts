import type { WorkerMessage } from "@atrium/contract/service-worker";
import { answerAsset, answerDocument, keepRelease } from "./keeping.ts";
import { openClicked, showPushed } from "./pushed.ts";
import { forgetAll, setChoices } from "./choices.ts";
import { dealingWith, FRAME, RACING, STRAIGHT } from "./rules.ts";
import { scope } from "./scope.ts";

// The window that registers it says where the assets are: a CDN is known to the document only.
const assets = new URL(
  new URLSearchParams(scope.location.search).get("assets") ?? "/assets/",
  scope.location.href,
).href;
const { origin } = scope.location;

scope.addEventListener("install", (event) => {
  event.waitUntil(scope.skipWaiting());
  // Without static routing the fetch handler below decides the same.
  const added = event.addRoutes?.([...RACING, ...STRAIGHT]);
  if (added) event.waitUntil(added.catch(() => undefined));
});
scope.addEventListener("activate", (event) => event.waitUntil(scope.clients.claim()));

scope.addEventListener("fetch", (event) => {
  const { request, clientId } = event;
  const dealing = dealingWith(request, { origin, assets });
  if (dealing === "asset") event.respondWith(answerAsset(request, clientId));
  else if (dealing === "document") event.respondWith(answerDocument(request));
  else if (dealing === "frame") event.respondWith(answerDocument(request, FRAME));
});

scope.addEventListener("message", (event) => {
  const message = event.data as WorkerMessage;
  if (message.type === "keep") event.waitUntil(keepRelease(assets));
  else if (message.type === "telling") event.waitUntil(setChoices(message.choices));
  else event.waitUntil(forgetAll());
});

scope.addEventListener("push", (event) => event.waitUntil(showPushed(event.data?.json())));
scope.addEventListener("notificationclick", (event) =>
  event.waitUntil(openClicked(event.notification)),
);
