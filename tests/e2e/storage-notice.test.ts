// Features: mail, quota
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import { axeFaults } from "./axe.ts";
import { useHost } from "./host.ts";
import { post } from "./mail-post.ts";

const QUOTA = 200_000;
const { host, open } = useHost({ quota: QUOTA });

testWhole("the inbox says that it will be full, and then that it is, with what to do", async () => {
  const { bob } = host.people;
  const letter = (size: number) => ({
    to: bob.address,
    subject: "Large",
    text: "word ".repeat(size / 5),
  });
  await post(host, [letter(183_000)]);
  const opened = await open("bob");
  const { page } = opened;
  await page.getByText("Your mailbox is almost full").waitFor();
  await page.getByText(/of 200 kB used/).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  // Live, while the window is open.
  const filling = [letter(10_000), letter(4_000), letter(1_500), letter(1_000), letter(500)];
  const refused: string[] = [];
  for (const mail of filling)
    await post(host, [mail]).catch((error: Error) => refused.push(error.message));
  expect(refused.join()).toMatch(/full|452|552/);
  await page.getByText("Your mailbox is full").waitFor();
  await page.getByText("New messages are returned to their senders").waitFor();
  await page.getByRole("link", { name: "See storage" }).click();
  await page.getByRole("heading", { name: "Storage" }).waitFor();
  await opened.close();

  const watching = await open("alice", "/setting/operations");
  await watching.page.getByText("1 account is full").waitFor();
  await watching.page
    .getByRole("row", { name: /Bob Baker|bob@demo\.test/ })
    .getByText("Full")
    .waitFor();
  await watching.close();
});
