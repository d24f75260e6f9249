// Features: drive, sharing
import { CAPABILITY } from "@atrium/contract/types/wire";
import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import { lookWithAxe } from "./axe.ts";
import { contextOf, useHost } from "./host.ts";

const { browser, host } = useHost();

interface Answer {
  readonly type?: string;
  readonly list?: readonly { readonly name: string }[];
  readonly created?: Readonly<Record<string, { readonly id: string }>> | null;
  readonly notCreated?: Readonly<Record<string, { readonly type: string }>> | null;
}

/** What whoever is signed in there does in Alice's drive. */
async function does({ request }: BrowserContext, name: string, args: object): Promise<Answer> {
  const { accountId } = host.people.alice;
  const answer = await request.post(`${host.url}/jmap/api`, {
    headers: { origin: host.url },
    data: {
      using: [CAPABILITY.core, CAPABILITY.fileNode],
      methodCalls: [[name, { accountId, ...args }, "0"]],
    },
  });
  return (await answer.json()).methodResponses[0][1];
}

/** Makes a folder, and answers its id, or why it was refused. */
async function makeFolder(
  who: BrowserContext,
  name: string,
  parentId: string | null,
): Promise<string> {
  const node = { name, parentId, nodeType: "directory" };
  const { created, notCreated, type } = await does(who, "FileNode/set", { create: { node } });
  return created?.["node"]?.id ?? notCreated?.["node"]?.type ?? type ?? "";
}

test("a folder is shared by keyboard, and others do what their role says, as long as they have one", async () => {
  const [alice, bob] = await Promise.all([
    contextOf(browser, host, "alice"),
    contextOf(browser, host, "bob"),
  ]);
  const id = await makeFolder(alice, "Site plans", null);
  const seenByBob = async () => {
    const { list, type } = await does(bob, "FileNode/get", { ids: [id], properties: ["name"] });
    return list?.map(({ name }) => name) ?? type;
  };
  expect(await seenByBob()).toBe("accountNotFound");

  const watched = await browser.open(`${host.url}/drive`, { context: alice });
  const { page } = watched;
  const row = page.getByRole("row", { name: /^Site plans / });
  await row.waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Share…" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Share “Site plans”" });
  await dialog.getByText("Alice Archer (you)").waitFor();
  await page.keyboard.type("alice");
  await dialog.getByText("No people or groups match “alice”.").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("bob");
  await dialog.getByRole("option", { name: /Bob Baker/ }).waitFor();
  expect(await lookWithAxe(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  const menu = (role: string) => dialog.getByRole("button", { name: `Bob Baker: ${role}` });
  await menu("Viewer").waitFor();
  await page.getByRole("row", { name: /^Site plans Shared / }).waitFor({ state: "attached" });
  expect(await seenByBob()).toEqual(["Site plans"]);
  expect(await makeFolder(bob, "Floors", id)).toBe("accountReadOnly");

  // Who has access already is not chosen again.
  await page.keyboard.type("bob");
  await dialog.getByRole("option", { name: /Already has access/ }).waitFor();
  await page.keyboard.press("Escape");

  await menu("Viewer").press("Enter");
  await page.getByRole("menuitemradio", { name: "Editor" }).press("Enter");
  await menu("Editor").waitFor();
  expect(await makeFolder(bob, "Floors", id)).toMatch(/^n/);

  const remove = async (): Promise<void> => {
    await menu("Editor").press("Enter");
    await page.getByRole("menuitem", { name: "Remove access" }).press("Enter");
    await page.getByText("Bob Baker no longer has access.").last().waitFor();
    await menu("Editor").waitFor({ state: "detached" });
  };
  await remove();
  expect(await seenByBob()).toBe("accountNotFound");
  await page.getByRole("button", { name: "Undo" }).last().click();
  await menu("Editor").waitFor();
  expect(await seenByBob()).toEqual(["Site plans"]);
  await remove();
  expect(await seenByBob()).toBe("accountNotFound");
  // The row that had the focus is gone, and so is the mark.
  const field = dialog.getByRole("combobox", { name: "Add people or groups" });
  await expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await row.waitFor();
  expect(await page.getByRole("row", { name: /Shared/ }).count()).toBe(0);
  await expect.poll(() => row.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await watched.expectQuiet();
  await Promise.all([alice.close(), bob.close()]);
});
