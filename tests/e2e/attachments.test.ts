// Features: mail, compose
import { readFileSync } from "node:fs";
import { deflateRawSync, deflateSync, crc32 } from "node:zlib";
import type { SendMailOptions } from "nodemailer";
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { document as wordFile, workbook } from "../../formats/src/office/office.fixture.ts";
import { openZip } from "../../formats/src/zip/index.ts";
import { packed } from "../../formats/src/zip/zip.fixture.ts";
import { atRest } from "./at-rest.ts";
import { axeFaults } from "./axe.ts";
import { fingerOn } from "./finger.ts";
import { useHost } from "./host.ts";
import { post } from "./mail-post.ts";
import { reader, row } from "./mail-page.ts";

const { host, open } = useHost();

/** A picture of one colour. */
function picture(width: number, height: number, colour: readonly [number, number, number]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2], 8);
  const line = Buffer.concat([Buffer.alloc(1), Buffer.alloc(width * 3, Buffer.from(colour))]);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", head),
    chunk("IDAT", deflateSync(Buffer.alloc(line.length * height, line))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const zipped = (files: Readonly<Record<string, string>>): Buffer =>
  Buffer.from(packed(files, deflateRawSync));
const PDF = Buffer.from("%PDF-1.1\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n");
const LETTER = zipped(
  wordFile(
    "<w:p><w:r><w:t>Dear Bob, &lt;img src=x onerror=alert(1)&gt;</w:t></w:r></w:p><w:p><w:r><w:t>see you.</w:t></w:r></w:p>",
  ),
);
const BUDGET = zipped(
  workbook({
    sheets: {
      Budget: `<row><c r="A1" t="inlineStr"><is><t>Rent</t></is></c><c r="B1"><v>1200.5</v></c></row>`,
      Notes: `<row><c r="A1" t="inlineStr"><is><t>none</t></is></c></row>`,
    },
  }),
);

const send = (subject: string, rest: SendMailOptions): Promise<void> =>
  post(host, [{ to: host.people.bob.address, subject, text: "See the files.", ...rest }]);

async function read(page: Page, subject: string): Promise<Locator> {
  await row(page, subject).click();
  await page.getByRole("heading", { level: 2, name: subject }).waitFor();
  return reader(page);
}

const gallery = (page: Page): Locator => page.getByRole("dialog");

testWhole(
  "pictures are seen before they are opened; one after the other, by keys and buttons, and the focus comes back",
  async () => {
    await send("Trip", {
      attachments: [
        { filename: "lake.png", content: picture(640, 400, [20, 90, 160]) },
        { filename: "letter.docx", content: LETTER, contentType: "application/octet-stream" },
        { filename: "budget.xlsx", content: BUDGET },
        { filename: "paper.pdf", content: PDF },
        { filename: "tool.exe", content: "MZ" },
      ],
    });
    const opened = await open("bob");
    const { page } = opened;
    const mail = await read(page, "Trip");
    const thumbnail = mail.locator(".mail-attachment-picture img");
    await expect
      .poll(() => thumbnail.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBe(640);
    expect(await axeFaults(page)).toEqual([]);

    const first = mail.getByRole("button", { name: "Preview lake.png" });
    await first.click();
    await gallery(page).getByRole("heading", { name: "lake.png" }).waitFor();
    await gallery(page).getByText("1 of 5", { exact: true }).waitFor();
    await gallery(page).getByRole("img", { name: "lake.png" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);

    await page.keyboard.press("ArrowRight");
    await gallery(page).getByText("Dear Bob, <img src=x onerror=alert(1)>").waitFor();
    await gallery(page).getByText("2 of 5", { exact: true }).waitFor();
    await gallery(page).getByText("Text only.").waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await gallery(page).getByRole("button", { name: "Next file" }).click();
    await gallery(page).getByRole("cell", { name: "1200.5" }).waitFor();
    await gallery(page).getByRole("heading", { name: "Notes" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("ArrowRight");
    await gallery(page).getByRole("heading", { name: "paper.pdf" }).waitFor();
    await page.keyboard.press("ArrowRight");
    await gallery(page).getByText("This file has no preview.").waitFor();
    // Behind the last one the first follows.
    await page.keyboard.press("ArrowRight");
    await gallery(page).getByText("1 of 5", { exact: true }).waitFor();
    await gallery(page).getByRole("button", { name: "Previous file" }).click();
    await gallery(page).getByText("5 of 5", { exact: true }).waitFor();
    const link = gallery(page).getByRole("link", { name: "Download" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toBe("tool.exe");

    await page.keyboard.press("Escape");
    await gallery(page).waitFor({ state: "detached" });
    await expect.poll(() => first.evaluate((one) => one === document.activeElement)).toBe(true);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("all files are saved together, those of one name beside each other", async () => {
  await send("Two of a name", {
    attachments: [
      { filename: "보고서.txt", content: "one" },
      { filename: "보고서.txt", content: "two" },
    ],
  });
  const opened = await open("bob");
  const mail = await read(opened.page, "Two of a name");
  const [download] = await Promise.all([
    opened.page.waitForEvent("download"),
    mail.getByRole("button", { name: "Download all" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("attachments.zip");
  const zip = openZip(readFileSync(await download.path()));
  expect(zip.names).toEqual(["보고서.txt", "보고서 (2).txt"]);
  const contents = await Promise.all(zip.names.map((name) => zip.read(name)));
  expect(contents.map((bytes) => new TextDecoder().decode(bytes))).toEqual(["one", "two"]);
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "an office file that unpacks without end gets a sentence, and one with a password another",
  async () => {
    await send("Bomb", {
      attachments: [
        { filename: "bomb.docx", content: zipped(wordFile("<w:p/>".repeat(10_000_000))) },
        {
          filename: "locked.docx",
          content: Buffer.from("d0cf11e0a1b11ae10000", "hex"),
        },
      ],
    });
    const opened = await open("bob");
    const { page } = opened;
    const mail = await read(page, "Bomb");
    await mail.getByRole("button", { name: "Preview bomb.docx" }).click();
    await gallery(page).getByText("This file is too large when unpacked.").waitFor();
    await page.keyboard.press("ArrowRight");
    await gallery(page).getByText("This file is protected with a password.").waitFor();
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "a picture inside a message opens too, by a click and by Enter; a small one does not",
  async () => {
    await send("Inline", {
      html: `<p>Look:</p><img id="lake" src="cid:lake@test" alt="The lake"><img id="sign" src="cid:sign@test" alt="Sign">`,
      attachments: [
        { filename: "lake.png", content: picture(640, 400, [20, 90, 160]), cid: "lake@test" },
        { filename: "sign.png", content: picture(32, 32, [200, 40, 40]), cid: "sign@test" },
      ],
    });
    const opened = await open("bob");
    const { page } = opened;
    await read(page, "Inline");
    const frame = page.frameLocator("iframe[data-ready]");
    const lake = frame.getByRole("button", { name: "Open picture: The lake" });
    await lake.click();
    await gallery(page).getByRole("heading", { name: "lake.png" }).waitFor();
    await page.keyboard.press("Escape");
    await gallery(page).waitFor({ state: "detached" });
    await lake.press("Enter");
    await gallery(page).getByRole("img", { name: "lake.png" }).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await gallery(page).waitFor({ state: "detached" });
    expect(await frame.getByRole("button").count()).toBe(1);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("on a phone a finger turns to the next file and back", async () => {
  await send("Phone", {
    attachments: [
      { filename: "one.png", content: picture(640, 400, [20, 90, 160]) },
      { filename: "two.png", content: picture(400, 640, [160, 90, 20]) },
    ],
  });
  const opened = await open("bob", "/", { isPhone: true });
  const { page } = opened;
  await page.getByRole("row").filter({ hasText: "Phone" }).tap();
  await page.getByRole("button", { name: "Preview one.png" }).tap();
  await gallery(page).getByRole("img", { name: "one.png" }).waitFor();
  // Where a finger comes down on its way in, there is not yet the picture.
  await atRest(page);
  const finger = await fingerOn(page);
  await finger.drag([320, 300], [60, 310]);
  await finger.lift();
  await gallery(page).getByRole("img", { name: "two.png" }).waitFor();
  await finger.drag([60, 300], [320, 310]);
  await finger.lift();
  await gallery(page).getByRole("img", { name: "one.png" }).waitFor();
  // What goes down more than aside turns nothing.
  await finger.drag([320, 200], [240, 420]);
  await finger.lift();
  expect(await gallery(page).getByRole("img", { name: "one.png" }).count()).toBe(1);
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await opened.close();
});
