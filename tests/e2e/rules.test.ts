// Features: mail, settings, filters
import { writeRules, type Rule } from "@atrium/formats/sieve-rules";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { folder, menuItem, reader, row } from "./mail-page.ts";
import { post, postPlain } from "./mail-post.ts";

const { host, open } = useHost();

const notice = (page: Page) => page.getByRole("region", { name: "Notifications" });
const editor = (page: Page) => page.getByRole("dialog", { name: /^(Create|Edit) rule$/ });
const rules = (page: Page) => page.getByRole("list", { name: "Rules" }).getByRole("listitem");

async function choose(page: Page, label: string, option: string): Promise<void> {
  await editor(page)
    .getByRole("button", { name: new RegExp(`(?:^| )${label}$`) })
    .click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

/** Calls a JMAP method as a user. */
async function call(
  who: SeedKey,
  name: string,
  args: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { accountId } = host.people[who];
  const response = await fetch(`${host.url}/jmap/api`, {
    method: "POST",
    headers: { authorization: basic(who), "content-type": "application/json" },
    body: JSON.stringify({
      using: [
        "urn:ietf:params:jmap:core",
        "urn:ietf:params:jmap:mail",
        "urn:ietf:params:jmap:sieve",
      ],
      methodCalls: [[name, { accountId, ...args }, "0"]],
    }),
  });
  const answer = (await response.json()) as {
    methodResponses: [string, Record<string, unknown>][];
  };
  return answer.methodResponses[0]![1];
}

const basic = (who: SeedKey): string => {
  const { address, password } = host.people[who];
  return `Basic ${Buffer.from(`${address}:${password}`).toString("base64")}`;
};

/** The active script as other programs read it. */
async function script(who: SeedKey): Promise<string> {
  const { list } = (await call(who, "SieveScript/get", { ids: null })) as {
    list: { isActive: boolean; blobId: string }[];
  };
  const active = list.find(({ isActive }) => isActive);
  if (!active) return "";
  const { accountId } = host.people[who];
  const response = await fetch(
    `${host.url}/jmap/download/${accountId}/${active.blobId}/s.sieve?type=text/plain`,
    { headers: { authorization: basic(who) } },
  );
  return response.text();
}

/** Another program makes the active script. */
async function setScript(who: SeedKey, text: string): Promise<void> {
  const { accountId } = host.people[who];
  const response = await fetch(`${host.url}/jmap/upload/${accountId}`, {
    method: "POST",
    headers: { authorization: basic(who), "content-type": "application/sieve" },
    body: text,
  });
  const { blobId } = (await response.json()) as { blobId: string };
  const { list } = (await call(who, "SieveScript/get", { ids: null })) as {
    list: { id: string; isActive: boolean }[];
  };
  const active = list.find(({ isActive }) => isActive);
  await call(
    who,
    "SieveScript/set",
    active
      ? { update: { [active.id]: { blobId } } }
      : { create: { a: { name: "mine", blobId } }, onSuccessActivateScript: "#a" },
  );
}

testWhole("what cannot be saved without network is shown as it is", async () => {
  const rule: Rule = {
    name: "Posts",
    isEnabled: true,
    match: "all",
    conditions: [{ on: "subject", how: "contains", values: ["Post"], isNot: false }],
    actions: [{ do: "star" }],
  };
  await setScript("dave", writeRules({ head: "", parts: [{ kind: "rule", rule }] }));
  const opened = await open("dave", "/setting/rules");
  const { page } = opened;
  const isOn = page.getByRole("switch", { name: "Turn on Posts" });
  await expect.poll(() => isOn.isChecked()).toBe(true);
  await page.context().setOffline(true);
  await isOn.click();
  await page.getByText("The server can’t be reached").waitFor();
  await expect.poll(() => isOn.isChecked()).toBe(true);
  await page.context().setOffline(false);
  await isOn.click();
  await expect.poll(() => script("dave")).toContain("allof (false");
  await opened.close();
});

testWhole(
  "a rule made on the screen sorts the next message, and says so in a sentence",
  async () => {
    const opened = await open("alice", "/setting/rules");
    const { page } = opened;
    await page.getByText("No rules yet").waitFor();
    await page.getByRole("button", { name: "Create rule" }).click();
    // What is missing is said at its field.
    await editor(page).getByRole("button", { name: "Save" }).click();
    await editor(page).getByText("Enter what to look for").waitFor();
    await editor(page).getByText("Choose a folder").last().waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await choose(page, "Comparison 1", "is from the domain");
    await editor(page).getByLabel("Value of condition 1").fill("shop.example");
    await editor(page).getByRole("button", { name: "Add condition" }).click();
    await editor(page).getByLabel("Value of condition 2").fill("Invoice");
    await choose(page, "Folder of action 1", "Archive");
    await editor(page).getByRole("button", { name: "Add action" }).click();
    await choose(page, "Action 2", "Mark as read");
    const sentence =
      "If it is from @shop.example and the subject contains “Invoice”, move it to Archive and mark it as read.";
    await editor(page).getByText(sentence).waitFor();
    // What is not saved is not lost by one key.
    await page.keyboard.press("Escape");
    const question = page.getByRole("dialog", { name: "Discard changes?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await question.waitFor({ state: "detached" });
    await editor(page).getByText(sentence).waitFor();
    await editor(page).getByRole("button", { name: "Save" }).click();
    await rules(page).getByText(sentence).waitFor();
    await notice(page).getByText("Rule “shop.example” saved").waitFor();
    expect(await axeFaults(page)).toEqual([]);

    const to = host.people.alice.address;
    const from = "Shop <billing@shop.example>";
    await post(host, [
      { to, from, subject: "Invoice 12", text: "Thank you." },
      { to, from, subject: "New shoes", text: "Half price." },
    ]);
    await page.goto(`${host.url}/`);
    await row(page, "New shoes").waitFor();
    await folder(page, "Archive").first().click();
    await row(page, "Invoice 12").waitFor();
    expect(await row(page, "New shoes").count()).toBe(0);
    expect(await row(page, "Invoice 12").getAttribute("data-unread")).not.toBe("true");
    await opened.expectQuiet();
    await opened.close();
  },
);

const OWN = 'require "vacation";\r\n# mine\r\nkeep; # as it is \t\r\n';

/** Three rules around code that somebody wrote. */
const THREE = [
  'require ["fileinto", "special-use"]; # --- Rules\r\nrequire "vacation";\r\n# mine\r\n',
  ...["One", "Two"].map(
    (name) =>
      `# --- Rule: ${name}\r\nif allof (\r\n  header :contains "subject" ["${name}"]\r\n) {\r\n  fileinto :specialuse "\\\\Archive" "Archive";\r\n}\r\n# --- End of rule\r\n`,
  ),
  "keep; # as it is \t\r\n",
  '# --- Rule: Three\r\nif allof (\r\n  header :contains "subject" ["Three"]\r\n) {\r\n  stop;\r\n}\r\n# --- End of rule\r\n',
].join("");

testWhole(
  "rules are reordered, turned off and deleted with Undo, and other code stays as it is",
  async () => {
    await setScript("bob", THREE);
    const opened = await open("bob", "/setting/rules");
    const { page } = opened;
    const names = () => page.locator(".mail-rules-name").allTextContents();
    await expect.poll(names).toEqual(["One", "Two", "Three"]);
    expect(await page.getByText("Own Sieve code").count()).toBe(2);
    const order = async () =>
      [...(await script("bob")).matchAll(/# --- Rule: (\w+)|keep; # as it is \t/g)].map(
        ([whole, name]) => name ?? whole,
      );

    // By keys; the focus goes with the rule.
    await page.getByRole("button", { name: "One", exact: true }).focus();
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(names).toEqual(["Two", "One", "Three"]);
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("One");
    await page.keyboard.press("Alt+ArrowDown");
    await expect.poll(order).toEqual(["Two", "keep; # as it is \t", "One", "Three"]);
    // By the menu, and back.
    await page.getByRole("button", { name: "Menu for Three" }).click();
    await menuItem(page, /Move up/).click();
    await expect.poll(order).toEqual(["Two", "keep; # as it is \t", "Three", "One"]);
    await notice(page).getByRole("button", { name: "Undo" }).last().click();
    await expect.poll(order).toEqual(["Two", "keep; # as it is \t", "One", "Three"]);
    // By drag.
    await rules(page).nth(4).dragTo(rules(page).nth(1));
    await expect.poll(order).toEqual(["Three", "Two", "keep; # as it is \t", "One"]);

    await page.getByRole("switch", { name: "Turn on Two" }).click();
    await expect.poll(() => script("bob")).toContain("allof (false, allof");
    await page.getByRole("button", { name: "Menu for Two" }).click();
    await menuItem(page, "Delete").click();
    await expect.poll(order).toEqual(["Three", "keep; # as it is \t", "One"]);
    await notice(page)
      .getByText("Rule “Two” deleted")
      .locator("xpath=ancestor::*[.//button][1]")
      .getByRole("button", { name: "Undo" })
      .click();
    await expect.poll(order).toEqual(["Three", "Two", "keep; # as it is \t", "One"]);
    expect(await script("bob")).toContain('require "vacation";\r\n# mine\r\n');
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "the script as text is checked before it is saved, and a rule changed elsewhere is not lost",
  async () => {
    await setScript("carol", OWN);
    const opened = await open("carol", "/setting/rules");
    const { page } = opened;
    await page.getByText("Own Sieve code").waitFor();
    await page.getByRole("link", { name: "Edit as Sieve script" }).click();
    const text = page.getByRole("textbox", { name: "Sieve script" });
    await expect.poll(() => text.inputValue()).toBe(OWN.replaceAll("\r\n", "\n"));
    await text.fill('require "vacation";\nkeep;\nfly;\n');
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("alert").getByText(/3/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await text.fill("keep;\n");
    await page.getByRole("button", { name: "Save" }).click();
    await notice(page).getByText("Script saved").waitFor();
    expect(await script("carol")).toBe("keep;\r\n");

    // While a rule is edited here, another program changes it.
    await setScript("carol", THREE);
    await page.getByRole("link", { name: "Rules", exact: true }).first().click();
    await page.getByRole("button", { name: "Two", exact: true }).click();
    await editor(page).getByLabel("Name").fill("Mine");
    await setScript("carol", THREE.replace('["Two"]', '["Other"]'));
    await editor(page).getByRole("button", { name: "Save" }).click();
    await editor(page).getByText("This rule was changed elsewhere").waitFor();
    await editor(page).getByRole("button", { name: "Save" }).click();
    await editor(page).waitFor({ state: "detached" });
    const saved = await script("carol");
    expect(saved).toContain('["Other"]');
    expect(saved).toContain("# --- Rule: Mine");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "a rule from a message tells which messages match now, and is applied to them with Undo",
  async () => {
    await postPlain(host, "dave", "Boat trip one", "Boat trip two", "Tax form");
    const opened = await open("dave");
    const { page } = opened;
    await row(page, "Boat trip two").click();
    await reader(page).getByRole("heading", { name: "Boat trip two" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("create rule");
    await page
      .getByRole("option", { name: /Create rule/ })
      .first()
      .click();
    const value = (number: number) => editor(page).getByLabel(`Value of condition ${number}`);
    await expect.poll(() => value(1).inputValue()).toBe("olga@elsewhere.example");
    expect(await value(2).inputValue()).toBe("Boat trip two");
    await value(2).fill("Boat trip");
    await choose(page, "Action 1", "Star");
    await editor(page).getByRole("button", { name: "Matches now" }).click();
    await editor(page).getByText("2 messages match").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await editor(page).getByRole("button", { name: "Apply to these 2 messages" }).click();
    const starred = async () =>
      (await call("dave", "Email/query", { filter: { hasKeyword: "$flagged" } }))[
        "ids"
      ] as string[];
    await expect.poll(async () => (await starred()).length).toBe(2);
    await editor(page).getByRole("button", { name: "Save" }).click();
    await editor(page).waitFor({ state: "detached" });
    expect(await script("dave")).toContain('"subject" ["Boat trip"]');
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("a sender is blocked from a message's menu, and unblocked by Undo", async () => {
  await postPlain(host, "jimin", "Buy now");
  const opened = await open("jimin");
  const { page } = opened;
  await row(page, "Buy now").click({ button: "right" });
  await menuItem(page, "Block olga@elsewhere.example").click();
  await notice(page)
    .getByText(/from olga@elsewhere\.example go to Junk/)
    .waitFor();
  await postPlain(host, "jimin", "Buy more");
  await folder(page, "Junk").first().click();
  await row(page, "Buy more").waitFor();
  await notice(page).getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(() => script("jimin")).not.toContain("olga@");
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "what the organisation forbids is said where it is typed, and what failed above the rules",
  async () => {
    const { db } = host.suite.platform;
    await setScript("bob", THREE);
    const failure = { at: "2026-11-20T10:00:00Z", line: 7, message: "no such folder" };
    await db
      .updateTable("sieve_script")
      .set({ failure: JSON.stringify(failure) })
      .where("account_id", "=", host.people.bob.accountId)
      .execute();
    await host.suite.accounts.policies.change("system", {
      mayForwardOutside: false,
      forwardingReason: "Mail stays here.",
    });
    const opened = await open("bob", "/setting/rules");
    const { page } = opened;
    await page.getByText(/Line 7: no such folder/).waitFor();
    await page.getByRole("button", { name: "Create rule" }).click();
    await editor(page).getByLabel("Value of condition 1").fill("a@shop.example");
    await choose(page, "Action 1", "Forward to");
    await editor(page).getByText("Reason: Mail stays here.").waitFor();
    await editor(page).getByLabel("Address of action 1").fill("me@elsewhere.example");
    await editor(page).getByRole("button", { name: "Save" }).click();
    await editor(page)
      .getByRole("alert")
      .getByText("Only to addresses in your organisation")
      .waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await editor(page).getByLabel("Address of action 1").fill(host.people.carol.address);
    await editor(page).getByRole("button", { name: "Save" }).click();
    await editor(page).waitFor({ state: "detached" });
    expect(await script("bob")).toContain(`redirect :copy "${host.people.carol.address}"`);
    await opened.close();
  },
);
