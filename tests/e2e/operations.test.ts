// Features: administration, operations
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { putInQueue } from "../../server/src/testing/waiting-mail.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { post } from "./mail-post.ts";

// Nobody takes what leaves, so it is put off.
const smarthost = { host: "127.0.0.1", port: 1, implicitTls: false, user: null, password: null };
const { host, open } = useHost({ smarthost });

testWhole(
  "administrators see how mail goes, act on what waits, and see when the server does not answer",
  async () => {
    const { alice, bob } = host.people;
    await post(
      host,
      [1, 2, 3].map((n) => ({ to: bob.address, subject: `Number ${n}`, text: "x" })),
    );
    await expect(post(host, [{ to: "nobody@demo.test", text: "x" }])).rejects.toThrow("550");
    await putInQueue(host.suite, bob, ["ann@partner.example"]);

    const opened = await open("alice", "/setting/queue");
    const { page } = opened;
    await page.getByText("ann@partner.example").waitFor();
    // Only the page that shows charts pays for them.
    for (const { url } of opened.requests.filter(({ type }) => type === "Script"))
      expect(await (await fetch(url)).text()).not.toContain("a-chart-plot");
    await page.getByRole("link", { name: "Operations" }).click();
    const chart = (name: string) => page.getByRole("slider", { name: `${name}: values` });
    await page.getByRole("radio", { name: "Last hour" }).check();
    await expect.poll(() => chart("Sent and received").getAttribute("aria-valuemax")).toBe("59");
    // What came just now may have come in the minute before.
    const figure = page.getByRole("figure").filter({ has: chart("Sent and received") });
    await figure.getByText(/^3 received, 0 sent/).waitFor();
    await chart("Sent and received").press("Home");
    await expect
      .poll(() => chart("Sent and received").getAttribute("aria-valuetext"))
      .toMatch(/: Received 0, Sent 0, Delivered internally 0$/);
    await page.getByText("No such mailbox here").waitFor();
    await page.getByRole("table").getByText(bob.address).waitFor();
    await page.getByText("Self-signed").waitFor();
    const sections = page.getByRole("navigation", { name: "Settings" });
    const headings = sections.getByRole("heading");
    expect(await headings.allTextContents()).toEqual(["You", "Mail", "Organisation"]);
    // Far down among the sections the box that finds one stays in sight.
    const finder = page.getByRole("searchbox", { name: "Find a setting" });
    const isOnTop = await finder.evaluate((field) => {
      const { x, y, width, height } = field.getBoundingClientRect();
      return document.elementFromPoint(x + width / 2, y + height / 2) === field;
    });
    expect(isOnTop).toBe(true);
    await page.getByText("None yet").waitFor();

    const partner = page.getByRole("listitem").filter({ hasText: "partner.example" });
    await expect
      .poll(async () => {
        // Asks at once instead of waiting for the next look.
        await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        return await partner.innerText();
      })
      .toMatch(/1 waiting · 1 deferred · next try/);
    expect(await axeFaults(page)).toEqual([]);
    const notice = page.getByRole("region", { name: "Notifications" });
    await page.getByRole("button", { name: "Try now: email for partner.example" }).click();
    await notice.getByText("Trying email for partner.example now").waitFor();
    // What is being tried cannot be given up.
    const tried = host.suite.platform.db
      .selectFrom("queue_recipient")
      .select(["attempts", "lease"])
      .where("domain", "=", "partner.example");
    await expect.poll(() => tried.executeTakeFirst()).toEqual({ attempts: 2, lease: null });
    await page.getByRole("button", { name: "Give up on email for partner.example" }).click();
    const confirm = page.getByRole("dialog", { name: "Give up on all email for partner.example?" });
    await confirm.getByText("1 recipient won’t get it, and its sender will be told.").waitFor();
    await confirm.getByRole("button", { name: "Give up" }).click();
    await partner.waitFor({ state: "detached" });
    const acts = await host.suite.accounts.acts.list("system", { limit: 2 });
    expect(acts.map(({ verb, thing, personId }) => [verb, thing, personId])).toEqual([
      ["queue.drop", "partner.example", alice.personId],
      ["queue.retry", "partner.example", alice.personId],
    ]);

    await page.route("**/jmap/api", (route) => route.abort());
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("The server is not answering").waitFor();
    await figure.getByText(/^3 received, /).waitFor();
    await page.unroute("**/jmap/api");
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await page.getByText("The server is not answering").waitFor({ state: "detached" });

    await page.setViewportSize({ width: 390, height: 844 });
    const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await expect.poll(tooWide).toBe(0);
    await opened.expectQuiet({ allow: [/ERR_FAILED/, /status of 404/] });
    await opened.close();
  },
);

testWhole("it says to members that it is not theirs", async () => {
  const opened = await open("bob", "/setting/operations");
  await opened.page.getByText("Only administrators can see this").waitFor();
  await opened.expectQuiet();
  await opened.close();
});
