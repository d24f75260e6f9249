// Features: compose, contacts, jmap
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { useHost } from "./host.ts";
import { field, folder, reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost({ undoSend: 2000 });

/** What the browser keeps of whom the person may write to. */
const kept = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem("atrium.own.people"));

testWhole(
  "without a network the people of the organisation are suggested, and a message to one of them waits",
  async () => {
    const opened = await open("alice");
    const { page } = opened;
    await expect.poll(() => kept(page)).toContain("dave@demo.test");
    await page.context().setOffline(true);
    await page.keyboard.press("c");
    await field(page, "To").waitFor();
    await page.keyboard.type("dave");
    await page.getByRole("option", { name: /Dave Dyer/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Dave Dyer, dave@demo.test", exact: true }).waitFor();
    // Fast typing, without a look at the list.
    await page.keyboard.type("carol");
    await page.keyboard.press("Tab");
    await page
      .getByRole("button", { name: "Carol Carter, carol@demo.test", exact: true })
      .waitFor();
    await page.getByRole("textbox", { name: "Subject" }).fill("Written on the way");
    await text(page).click();
    await page.keyboard.type("No network here.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("The message will be sent when you are back online").waitFor();
    await page.context().setOffline(false);
    await page.getByText("Message sent").waitFor();
    // Nothing of it stays behind.
    await page
      .getByRole("button", { name: /Alice Archer/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect.poll(() => kept(page)).toBeNull();
    await opened.close();

    const reading = await open("dave");
    await row(reading.page, "Written on the way").waitFor();
    await reading.close();
  },
);

testWhole("nobody is kept where no mail may be", async () => {
  const opened = await open("bob", "/setting/security");
  const { page } = opened;
  await page.getByRole("switch", { name: "Keep email on this device" }).click();
  const asked = page.waitForResponse((response) =>
    (response.request().postData() ?? "").includes("Principal/query"),
  );
  await page.goto(`${host.url}/`);
  await asked;
  await page.keyboard.press("c");
  await field(page, "To").waitFor();
  await page.keyboard.type("dave");
  await page.getByRole("option", { name: /Dave Dyer/ }).waitFor();
  expect(await kept(page)).toBeNull();
  await opened.close();
});

testWhole(
  "recipients whom the directory knows have their names in the message, in Sent and in an answer",
  async () => {
    const { carol, dave } = host.people;
    await post(host, [
      { to: [carol.address, dave.address], subject: "Bare addresses", text: "For both of you." },
    ]);
    const opened = await open("carol");
    const { page } = opened;
    await row(page, "Bare addresses").click();
    const to = reader(page).getByRole("button", { name: "to me, Dave" });
    await to.waitFor();
    expect(await to.getAttribute("title")).toContain(dave.address);
    await to.click();
    await reader(page).getByText("Dave Dyer").waitFor();
    await reader(page).locator("dd").getByText(dave.address).waitFor();
    await page.keyboard.press("a");
    const chip = page.getByRole("button", { name: `Dave Dyer, ${dave.address}`, exact: true });
    await chip.waitFor();
    expect(await chip.innerText()).toBe("Dave Dyer");
    await page.getByRole("button", { name: "Remove Olga" }).click();
    await text(page).click();
    await page.keyboard.type("Both of us.");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Message sent").waitFor();
    await folder(page, "Sent").click();
    const sent = row(page, "Bare addresses");
    await sent.getByText(/Dave/).waitFor();
    await opened.close();
  },
);
