// Features: mail
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { menuItem, reader, row } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";

const { host, open } = useHost();

testWhole(
  "a message's link opens it for everybody who has it, and for others it is as if there were none",
  async () => {
    const to = [host.people.bob.address, host.people.carol.address].join(", ");
    await post(host, [
      { to, subject: "Minutes", text: "All of it.", messageId: "<minutes+1@elsewhere.example>" },
    ]);
    const opened = await open("bob");
    const { page } = opened;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await row(page, "Minutes").click();
    await reader(page).getByRole("button", { name: "More actions" }).click();
    await menuItem(page, "Copy link to this message").click();
    await page.getByText("Link copied.").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(link).toBe(`${host.url}/mail/message/minutes%2B1%40elsewhere.example`);
    await opened.close();

    const path = new URL(link).pathname;
    const other = await open("carol", path);
    await other.page.getByRole("heading", { level: 2, name: "Minutes" }).waitFor();
    expect(new URL(other.page.url()).pathname).toMatch(/^\/mail\/folder\/inbox\/thread\//);
    await other.expectQuiet();
    await other.close();

    const says = async (path: string): Promise<string> => {
      const stranger = await open("dave", path);
      await stranger.page.getByText("This message is not here").waitFor();
      expect(await axeFaults(stranger.page)).toEqual([]);
      const text = await stranger.page.locator(".mail-nowhere").innerText();
      await stranger.expectQuiet();
      await stranger.close();
      return text;
    };
    expect(await says(path)).toBe(await says("/mail/message/none%40elsewhere.example"));
  },
);

testWhole(
  "a window of one message leads through the list from which it was opened, also after a reload",
  async () => {
    await postPlain(host, "jimin", "First", "Second", "Third");
    const opened = await open("jimin");
    const { page } = opened;
    await row(page, "Second").click();
    await page.getByRole("heading", { level: 2, name: "Second" }).waitFor();
    const [popup] = await Promise.all([
      page.context().waitForEvent("page"),
      page.keyboard.press("Shift+O"),
    ]);
    const title = (name: string) => popup.getByRole("heading", { level: 1, name }).waitFor();
    await title("Second");
    expect(await axeFaults(popup)).toEqual([]);
    await popup.getByRole("button", { name: "Older conversation" }).click();
    await title("First");
    await expect
      .poll(() => popup.getByRole("button", { name: "Older conversation" }).isDisabled())
      .toBe(true);
    await popup.keyboard.press("k");
    await title("Second");
    await popup.reload();
    await title("Second");
    await popup.keyboard.press("k");
    await title("Third");
    await popup.keyboard.press("j");
    await title("Second");
    await popup.goBack();
    await title("Third");
    // By its address alone it leads nowhere else.
    const alone = await open("jimin", new URL(popup.url()).pathname);
    await alone.page.getByRole("heading", { level: 1, name: "Third" }).waitFor();
    expect(await alone.page.getByRole("button", { name: "Older conversation" }).count()).toBe(0);
    await alone.expectQuiet();
    await alone.close();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "in a window of its own what comes next follows an action, and has the keyboard",
  async () => {
    await postPlain(host, "alice", "Alpha", "Beta", "Gamma");
    const opened = await open("alice");
    const { page } = opened;
    await row(page, "Beta").click();
    const [popup] = await Promise.all([
      page.waitForEvent("popup"),
      reader(page).getByRole("button", { name: "Open in a new window" }).click(),
    ]);
    const focused = () => popup.evaluate(() => document.activeElement?.textContent);
    await popup.getByRole("heading", { level: 1, name: "Beta" }).waitFor();
    await popup.getByRole("button", { name: "Move to a folder" }).waitFor();
    await popup.keyboard.press("v");
    await popup.getByRole("dialog", { name: "Move to a folder" }).waitFor();
    await popup.keyboard.type("arch");
    await popup.keyboard.press("Enter");
    await popup.getByText("Moved to Archive").waitFor();
    await expect.poll(focused).toBe("Alpha");
    expect(await axeFaults(popup)).toEqual([]);
    // There is none behind it: the other way, past what has left.
    await popup.getByRole("button", { name: "Delete" }).click();
    await expect.poll(focused).toBe("Gamma");
    await popup.getByRole("button", { name: "Archive" }).click();
    await popup.getByText("Archived").waitFor();
    await expect.poll(focused).toBe("Gamma");
    await popup.keyboard.press("#");
    await popup.getByRole("button", { name: "Delete permanently" }).click();
    await popup.getByRole("dialog").getByRole("button", { name: "Delete permanently" }).click();
    await expect.poll(focused).toBe("Go to the inbox");
    await popup.close();
    await opened.expectQuiet();
    await opened.close();
  },
);
