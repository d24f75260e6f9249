// Features: push, mail, settings
import type { BrowserContext, Page } from "playwright-core";
import { describe } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { eventually, type PageOptions, type WatchedPage } from "./browser.ts";
import { contextOf, signIn, useHost } from "./host.ts";
import { row } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { browser, host } = useHost({}, { isDesktop: true });

const open = (path: string, options: PageOptions): Promise<WatchedPage> =>
  browser.open(host.url + path, options);

describe.concurrent("notifications", () => {
  /** Records what would be shown; headless browsers show nothing. */
  const record = (context: BrowserContext) =>
    context.addInitScript(() => {
      const page = globalThis as unknown as { shown: string[]; Notification: unknown };
      page.shown = [];
      class Recorded extends EventTarget {
        static permission = "granted";
        static requestPermission = () => Promise.resolve("granted");
        constructor(title: string) {
          super();
          page.shown.push(title);
        }
      }
      page.Notification = Recorded;
    });
  const shown = (page: Page) =>
    page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);

  testWhole(
    "one window notifies of new mail while none has the focus, and another takes over when it closes",
    async ({ expect }) => {
      const context = await contextOf(browser, host, "carol");
      await record(context);
      await context.addInitScript(() => {
        localStorage.setItem("atrium.notifications", JSON.stringify({ isOn: true }));
        // In a test every page believes that it has the focus.
        document.hasFocus = () => false;
      });
      const one = await open("/", { context });
      const two = await open("/", { context });
      for (const { page } of [one, two]) await page.getByText("Your inbox is empty").waitFor();
      // One leads, the other stands by.
      const lines = () =>
        one.page.evaluate(async () => {
          const { held = [], pending = [] } = await navigator.locks.query();
          const leaders = (locks: LockInfo[]) =>
            locks.filter(({ name }) => name?.startsWith("atrium tells of mail")).length;
          return [leaders(held), leaders(pending)];
        });
      await expect.poll(lines).toEqual([1, 1]);
      await post(host, [{ to: host.people.carol.address, subject: "News", text: "Look here." }]);
      for (const { page } of [one, two]) await row(page, "News").waitFor();
      await expect
        .poll(async () => [...(await shown(one.page)), ...(await shown(two.page))].length)
        .toBe(1);
      // When that window closes, the other takes over.
      const [leader, other] = (await shown(one.page)).length === 1 ? [one, two] : [two, one];
      await leader.close();
      await expect
        .poll(() =>
          other.page.evaluate(async () => {
            const { pending = [] } = await navigator.locks.query();
            return pending.filter(({ name }) => name?.startsWith("atrium tells of mail")).length;
          }),
        )
        .toBe(0);
      await post(host, [
        { to: host.people.carol.address, subject: "More news", text: "And here." },
      ]);
      await expect.poll(async () => (await shown(other.page)).length).toBe(1);
      await context.close();
    },
  );
});

testWhole(
  "a push shows what came, leads there, and goes when it was read; not what is muted, junk, quiet or private",
  async ({ expect }) => {
    const context = await browser.context({ serviceWorkers: "allow" });
    await context.grantPermissions(["notifications"], { origin: host.url });
    await signIn(context, host, "dave");
    const { accountId, address } = host.people.dave;
    const { page } = await open("/", { context });
    await page.getByText("Your inbox is empty").waitFor();
    const worker = await eventually(() => context.serviceWorkers()[0]);
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      while (active!.state !== "activated")
        await new Promise((resolve) =>
          active!.addEventListener("statechange", resolve, { once: true }),
        );
    });
    const shown = (): Promise<readonly { title: string; body: string }[]> =>
      worker.evaluate(async () => {
        const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
        const all = await scope.registration.getNotifications();
        return all.map(({ title, body }) => ({ title, body }));
      });
    const devtools = await context.newCDPSession(page);
    let registrationId = "";
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      registrationId = registrations.at(-1)?.registrationId ?? registrationId;
    });
    await devtools.send("ServiceWorker.enable");
    await expect.poll(() => registrationId).not.toBe("");
    // The worker counts the pushes that it received, and those that it is done with.
    await worker.evaluate(() => {
      const pushes = { received: 0, done: 0 };
      const { prototype } = Reflect.get(globalThis, "ExtendableEvent") as { prototype: Event };
      const real = Reflect.get(prototype, "waitUntil") as (work: Promise<unknown>) => void;
      const waitUntil = function (this: Event, work: Promise<unknown>): void {
        real.call(this, work);
        if (this.type !== "push") return;
        pushes.received += 1;
        void work.finally(() => (pushes.done += 1));
      };
      Object.assign(prototype, { waitUntil });
      Object.assign(globalThis, { pushes });
    });
    const pushes = () =>
      worker.evaluate(
        () => (globalThis as unknown as { pushes: { received: number; done: number } }).pushes,
      );
    /** As the browser's push service would bring it. The tools may drop one, which is then brought again. */
    const push = async (): Promise<void> => {
      const { received } = await pushes();
      const isReceived = async (): Promise<boolean> => (await pushes()).received > received;
      await expect
        .poll(
          async () => {
            await devtools.send("ServiceWorker.deliverPushMessage", {
              origin: `${host.url}/`,
              registrationId,
              data: JSON.stringify({ "@type": "StateChange", changed: {} }),
            });
            for (let tries = 0; tries < 50 && !(await isReceived()); tries += 1)
              await page.waitForTimeout(100);
            return isReceived();
          },
          { timeout: 60_000 },
        )
        .toBe(true);
      const all = (await pushes()).received;
      await expect.poll(async () => (await pushes()).done).toBeGreaterThanOrEqual(all);
    };
    const jmap = async (name: string, args: object): Promise<{ ids: string[] }> => {
      const answer = await context.request.post(`${host.url}/jmap/api`, {
        headers: { origin: host.url },
        data: {
          using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
          methodCalls: [[name, { accountId, ...args }, "c"]],
        },
      });
      return ((await answer.json()) as { methodResponses: [string, { ids: string[] }][] })
        .methodResponses[0]![1];
    };
    const change = async (subject: string, patch: object): Promise<void> => {
      const { ids } = await jmap("Email/query", { filter: { subject } });
      await jmap("Email/set", { update: { [ids[0]!]: patch } });
    };
    const arrives = (subject: string, more: object = {}) =>
      post(host, [{ to: address, subject, text: `About ${subject}.`, ...more }]);
    const junk = await jmap("Mailbox/query", { filter: { role: "junk" } });

    const close = async (): Promise<void> => {
      await page.goto("about:blank");
      // A window that goes may be looked at for a moment still.
      await expect
        .poll(() =>
          worker.evaluate(async () => {
            const { clients } = globalThis as unknown as {
              clients: { matchAll(options: object): Promise<unknown[]> };
            };
            return (await clients.matchAll({ includeUncontrolled: true })).length;
          }),
        )
        .toBe(0);
    };

    // No window is open.
    await close();
    await arrives("Breakfast");
    await push();
    expect(await shown()).toEqual([{ title: "Olga Other", body: "Breakfast\nAbout Breakfast." }]);
    await arrives("Silenced");
    await change("Silenced", { "keywords/$muted": true });
    // Who is moved to Junk stays there with what follows.
    await arrives("Sold", { from: "Sales <sales@shop.example>" });
    await change("Sold", { mailboxIds: { [junk.ids[0]!]: true } });
    await arrives("Lunch");
    await push();
    expect((await shown()).map(({ body }) => body.split("\n")[0]!).toSorted()).toEqual([
      "Breakfast",
      "Lunch",
    ]);
    // Read on another device, it goes with the next push.
    await change("Lunch", { "keywords/$seen": true });
    await push();
    expect((await shown()).map(({ body }) => body.split("\n")[0])).toEqual(["Breakfast"]);

    // A window is open: the notification leads to its conversation there, and goes when the mail is read.
    await page.goto(`${host.url}/mail/folder/sent`);
    await page.getByRole("treeitem", { name: "Inbox" }).first().waitFor();
    await worker.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration };
      const [notification] = await scope.registration.getNotifications();
      const Clicked = Reflect.get(globalThis, "NotificationEvent") as new (
        type: string,
        of: object,
      ) => Event;
      dispatchEvent(new Clicked("notificationclick", { notification }));
    });
    await page.waitForURL(/\/mail\/folder\/inbox\/thread\//);
    await page.getByText("About Breakfast.").first().waitFor();
    await expect.poll(shown).toEqual([]);

    // Discreet, then in quiet hours.
    await page.goto(`${host.url}/setting/notifications`);
    await page.getByRole("switch", { name: "Hide sender and text" }).click();
    await close();
    await arrives("Dinner");
    await push();
    expect(await shown()).toEqual([{ title: "New mail", body: "" }]);
    await page.goto(`${host.url}/setting/notifications`);
    await page.getByRole("switch", { name: "Quiet hours" }).click();
    await page.getByLabel("From").fill("00:00");
    await page.getByLabel("To", { exact: true }).fill("23:59");
    await close();
    await arrives("Supper");
    await push();
    await push();
    expect((await shown()).length).toBe(1);

    // Nothing of it stays when the person goes.
    await page.goto(host.url);
    await row(page, "Supper").waitFor();
    await page.getByRole("button", { name: "Dave Dyer" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByLabel("Password", { exact: true }).waitFor();
    await expect.poll(shown).toEqual([]);
    await expect.poll(() => page.evaluate(() => caches.has("atrium-choices"))).toBe(false);
    await context.close();
  },
);
