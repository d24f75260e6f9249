// Features: compose, submission
import { expect, test } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { device, storedMail } from "./device.ts";
import { useHost } from "./host.ts";
import { field, nothingAbove, reader, row, text } from "./mail-page.ts";
import { post } from "./mail-post.ts";

// Long enough to be taken back by a slow machine, short enough to be waited for.
const { host, open } = useHost({ undoSend: 6000 });

/** As long as a locator waits. */

test("a message with an attachment is written in its own window, sent, and arrives", async () => {
  const opened = await open("alice", "/mail/write/");
  const { page } = opened;
  await field(page, "To").waitFor();
  await page.keyboard.type("bob");
  await page.getByRole("option", { name: /Bob Baker/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await page.getByRole("textbox", { name: "Subject" }).fill("The plan");
  await text(page).click();
  await page.keyboard.type("Here it is, ");
  await page.keyboard.press("Control+b");
  await page.keyboard.type("finally.");
  await page
    .locator("input[type=file]")
    .first()
    .setInputFiles({
      name: "plan.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("One, two, three."),
    });
  await page.getByText("plan.txt").waitFor();
  await page.getByText("Saved", { exact: true }).waitFor();
  expect(await page.title()).toBe("The plan – alice@demo.test");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Message sent").waitFor();
  await opened.expectQuiet();
  await opened.close();

  const reading = await open("bob");
  await row(reading.page, "The plan").click();
  await reader(reading.page).getByText("plan.txt").waitFor();
  await reader(reading.page)
    .frameLocator("iframe[data-ready]")
    .locator("b", { hasText: "finally." })
    .waitFor();
  await reading.close();
});

testWhole(
  "an answer from the reader goes out, is taken back, sent again, and marks what it answers",
  async () => {
    await post(host, [
      {
        to: [host.people.bob.address, host.people.carol.address],
        replyTo: "Olga <answers@elsewhere.example>",
        cc: host.people.dave.address,
        subject: "Re: Where we meet",
        html: "<p>At <b>the bridge</b>?</p>",
      },
    ]);
    const opened = await open("bob");
    const { page } = opened;
    await row(page, "Where we meet").click();
    await reader(page).frameLocator("iframe[data-ready]").getByText("the bridge").waitFor();
    await page.keyboard.press("a");
    const dock = page.getByRole("dialog", { name: "Re: Where we meet" });
    await dock.getByRole("button", { name: "Olga, answers@elsewhere.example" }).waitFor();
    await dock
      .getByRole("button", { name: "Carol Carter, carol@demo.test", exact: true })
      .waitFor();
    await dock.getByRole("button", { name: "Dave Dyer, dave@demo.test", exact: true }).waitFor();
    expect(await dock.getByRole("button", { name: /^bob@demo|Bob Baker, bob@/ }).count()).toBe(0);
    expect(await dock.getByLabel("Subject").inputValue()).toBe("Re: Where we meet");
    // Recipients outside cannot be reached from here.
    await dock.getByRole("button", { name: "Remove Olga" }).click();
    await text(page).click();
    await page.keyboard.type("At noon.");
    await dock.getByRole("button", { name: "Show the original message" }).click();
    await dock.frameLocator("iframe").getByText("the bridge").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Control+Enter");
    await dock.waitFor({ state: "detached" });
    await page.getByText("Message sent").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await dock.getByText("At noon.").waitFor();
    // It is gone on with where it was left.
    await expect
      .poll(() => text(page).evaluate((one) => one === document.activeElement))
      .toBe(true);
    await page.keyboard.type(" Sharp.");
    expect(await text(page).innerText()).toMatch(/^At noon\. Sharp\./);
    await dock.getByRole("button", { name: "Send", exact: true }).click();
    await dock.waitFor({ state: "detached" });
    const answered = () => storedMail(host, "bob", { hasKeyword: "$answered" });
    await expect.poll(async () => (await answered()).length).toBe(1);
    // The list tells of it: what was said last, by whom, how many there are, and that it is answered.
    const listed = row(page, "Where we meet");
    await listed.filter({ hasText: "At noon. Sharp." }).filter({ hasText: "Replied" }).waitFor();
    expect(await listed.locator(".mail-row-names").textContent()).toBe("Olga, me");
    expect(await listed.locator(".mail-row-count").textContent()).toContain("2 messages");
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();

    const reading = await open("carol");
    await row(reading.page, "Where we meet").filter({ hasText: "Bob" }).waitFor();
    await row(reading.page, "Where we meet").click();
    await reader(reading.page)
      .frameLocator("iframe[data-ready]")
      .last()
      .getByText("Sharp.")
      .waitFor();
    expect(await row(reading.page, "Where we meet").count()).toBe(1);
    await reading.close();
  },
);

testWhole(
  "all of it goes by keyboard: recipients, moving one, minimising, a forgotten file, sending later",
  async () => {
    const opened = await open("dave");
    const { page } = opened;
    await page.getByRole("treeitem", { name: "Inbox" }).waitFor();
    await page.keyboard.press("c");
    await field(page, "To").waitFor();
    await page.keyboard.type("nobody;alice@demo.test;carol");
    await page.getByRole("option", { name: /Carol Carter/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    // From the chip of Carol to the one that is no address, which goes.
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Delete");
    // Alice to Cc.
    await page.keyboard.press("Alt+ArrowDown");
    await page
      .getByRole("group", { name: "Cc" })
      .getByRole("button", { name: "Alice Archer, alice@demo.test", exact: true })
      .waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type("By hand");
    await page.keyboard.press("Enter");
    await page.keyboard.type("The plan is attached.");
    await page.keyboard.press("Escape");
    const head = page.getByRole("button", { name: "By hand", exact: true });
    await head.waitFor();
    expect(await head.getAttribute("aria-expanded")).toBe("false");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    await page.getByText("You mentioned an attachment, but none is attached.").waitFor();
    await page.keyboard.press("Escape");
    await text(page).waitFor();
    const later = page.getByRole("button", { name: "Send later" });
    await later.focus();
    await page.keyboard.press("Enter");
    // Each of the usual hours has a digit, and nothing comes of others.
    await page.getByRole("menuitem", { name: /^Tomorrow/ }).waitFor();
    await page.keyboard.press("9");
    const hours = await page.getByRole("menuitem").allTextContents();
    const digit = 1 + hours.findIndex((name) => name.startsWith("Tomorrow"));
    await page.keyboard.press(String(digit));
    await page.getByRole("menuitem").first().waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Schedule anyway" }).press("Enter");
    await page.getByText(/Will be sent on/).waitFor();
    await page.getByRole("treeitem", { name: "Scheduled" }).click();
    await row(page, "By hand").click();
    await page
      .getByText(/Will be sent on .*\b0?8:00/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Change the time" }).click();
    const picker = page.getByRole("dialog", { name: /Pick date and time/ });
    await picker.getByRole("button", { name: "Next month" }).waitFor();
    await picker.getByLabel("Time", { exact: true }).fill("15:45");
    expect(await axeFaults(page)).toEqual([]);
    await picker.getByRole("button", { name: "Schedule", exact: true }).click();
    await page
      .getByText(/Will be sent on .*\b15:45/)
      .first()
      .waitFor();
    // The list says when.
    await row(page, "By hand").getByText(/15:45/).waitFor();
    // What waits for its hour is edited or not sent: nothing that would file it away is offered.
    await row(page, "By hand").hover();
    const acts = row(page, "By hand").locator(".mail-row-hover").getByRole("button");
    expect(
      await acts.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label"))),
    ).toEqual(["Edit", "Cancel sending"]);
    await acts.last().click();
    await page.getByText("The message was not sent. It is in Drafts.").waitFor();
    await row(page, "By hand").waitFor({ state: "detached" });
    await page.getByRole("treeitem", { name: "Drafts" }).click();
    await row(page, "By hand").click();
    await text(page).click();
    await page.keyboard.type("Or not. ");
    await page.getByRole("dialog").getByText("Saved", { exact: true }).waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "letters right after the key are part of the message, also before anything of it is here",
  async () => {
    await post(host, [{ to: host.people.dave.address, subject: "Typing at once", text: "Quick?" }]);
    const opened = await open("dave");
    const { page } = opened;
    // The code of writing is not even asked for yet.
    await row(page, "Typing at once").waitFor();
    await page.keyboard.type("cbob");
    await page.keyboard.press("Enter");
    const dock = page.getByRole("dialog");
    await dock.getByRole("button", { name: "Bob Baker, bob@demo.test", exact: true }).waitFor();
    await page.keyboard.type("carol@demo.test,");
    await dock
      .getByRole("button", { name: "Carol Carter, carol@demo.test", exact: true })
      .waitFor();
    // A list as it comes from a table, and back again.
    const list = ['"Zorn, Zoe" <zoe@x.example>', "yan@x.example; Xu Li <xu@x.example>"].join("\n");
    await field(page, "To").evaluate((input, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, list);
    await dock.getByRole("button", { name: "Zorn, Zoe, zoe@x.example", exact: true }).waitFor();
    await page.keyboard.press("Control+z");
    await dock.getByRole("button", { name: /zoe@x/ }).first().waitFor({ state: "detached" });
    // By mouse to a field that shows while it is dragged.
    const chip = dock.getByRole("button", { name: "Carol Carter, carol@demo.test", exact: true });
    await chip.hover();
    await page.mouse.down();
    const at = (await chip.boundingBox())!;
    await page.mouse.move(at.x + 12, at.y + 24, { steps: 3 });
    const bcc = dock.getByRole("group", { name: "Bcc" });
    await bcc.hover();
    await bcc.hover();
    await page.mouse.up();
    await bcc.getByRole("button", { name: "Carol Carter, carol@demo.test", exact: true }).waitFor();
    await text(page).click();
    // Syllables that are composed are not sent on as keys.
    const devtools = await page.context().newCDPSession(page);
    for (const letters of ["ㅎ", "하", "한"])
      await devtools.send("Input.imeSetComposition", {
        text: letters,
        selectionStart: letters.length,
        selectionEnd: letters.length,
      });
    await devtools.send("Input.insertText", { text: "한글" });
    await text(page).getByText("한글").waitFor();
    await text(page).evaluate((editor) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData(
        "text/html",
        `<p class=MsoNormal>Points:<o:p></o:p></p><p class=MsoListParagraph style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>·</span>One</p><p class=MsoListParagraph style='mso-list:l0 level2 lfo1'><span style='mso-list:Ignore'>o</span>Below</p><img src="file:///C:/x.png"><script>top.ran = true</script>`,
      );
      editor.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await text(page).locator("ul > li ul > li", { hasText: "Below" }).waitFor();
    expect(await text(page).locator("img, [class^=Mso]").count()).toBe(0);
    await dock.getByRole("button", { name: "Discard draft" }).click();
    await row(page, "Typing at once").click();
    await reader(page).getByText("Quick?").first().waitFor();
    await page.keyboard.type("rYes, at once.");
    await text(page).getByText("Yes, at once.").waitFor();
    await dock.getByRole("button", { name: "Discard draft" }).click();
    await dock.waitFor({ state: "detached" });
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "pictures stand in the text, plain text has none, and phones write on the whole screen in the dark",
  async () => {
    const opened = await open("alice", "/", {
      viewport: { width: 390, height: 844 },
      colorScheme: "dark",
    });
    const { page } = opened;
    await page.getByText("Inbox").first().waitFor();
    await page.keyboard.press("c");
    await field(page, "To").waitFor();
    await page.keyboard.type("bob@demo.test,");
    await page.getByRole("textbox", { name: "Subject" }).fill("A dot");
    await text(page).click();
    await page.keyboard.type("Look: ");
    await page.locator("input[type=file][accept]").setInputFiles({
      name: "dot.png",
      mimeType: "image/png",
      buffer: Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==",
        "base64",
      ),
    });
    await text(page).locator("img").waitFor();
    await page.getByText("Saved", { exact: true }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Minimise" }).click();
    await nothingAbove(page);
    await page.reload();
    await page.getByRole("button", { name: "A dot", exact: true }).waitFor();
    await expect.poll(() => text(page).locator("img").getAttribute("src")).toMatch(/^blob:/);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByText("Message sent").waitFor();
    await opened.expectQuiet();
    await opened.close();

    const reading = await open("bob");
    await row(reading.page, "A dot").click();
    const shown = reader(reading.page).frameLocator("iframe[data-ready]").last().locator("img");
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1);
    await reading.close();
  },
);

testWhole("answers to one message go where it says, and the draft keeps that", async () => {
  const opened = await open("carol", "/mail/write/");
  const { page } = opened;
  await field(page, "To").waitFor();
  await page.keyboard.type("dave@demo.test,");
  await page.getByRole("textbox", { name: "Subject" }).fill("Answer the desk");
  await page.getByRole("button", { name: "More options", exact: true }).click();
  await page.getByRole("menuitem", { name: "Replies go to" }).click();
  const replies = page.getByRole("combobox", { name: "Replies go to" });
  await expect.poll(() => replies.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.keyboard.type("bob");
  await page.getByRole("option", { name: /Bob Baker/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("nowhere,");
  await text(page).click();
  await page.keyboard.type("Not to me, please.");
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page
    .getByText(/nowhere/)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Remove nowhere" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await page.reload();
  const group = page.getByRole("group", { name: "Replies go to" });
  await group.getByRole("button", { name: "Bob Baker, bob@demo.test", exact: true }).waitFor();
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByText("Message sent").waitFor();
  await opened.expectQuiet();
  await opened.close();

  const reading = await open("dave");
  await row(reading.page, "Answer the desk").click();
  await reader(reading.page).frameLocator("iframe[data-ready]").getByText("Not to me").waitFor();
  await reading.page.keyboard.press("r");
  const dock = reading.page.getByRole("dialog", { name: "Re: Answer the desk" });
  await dock
    .getByRole("button", { name: /bob@demo\.test/ })
    .first()
    .waitFor();
  await reading.close();
});

testWhole("who is out of office shows beside the recipient", async () => {
  const toDate = "2031-12-03T23:59:59Z";
  await device(host, "carol", [
    ["VacationResponse/set", { update: { singleton: { isEnabled: true, toDate } } }],
  ]);
  const opened = await open("alice", "/mail/write/");
  const { page } = opened;
  await field(page, "To").waitFor();
  await page.keyboard.type("dave@demo.test,carol@demo.test,");
  const line = page.getByRole("status").filter({ hasText: "out of office" });
  await line.waitFor();
  expect(await line.innerText()).toMatch(
    /^Carol Carter is out of office until .*December.* 2031.*\.$/,
  );
  expect(await page.locator(".compose-chip[title*='out of office']").count()).toBe(1);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByRole("button", { name: /^Remove carol/i }).click();
  await line.waitFor({ state: "detached" });
  await opened.expectQuiet();
  await opened.close();
  await device(host, "carol", [
    ["VacationResponse/set", { update: { singleton: { isEnabled: false } } }],
  ]);
});
