// Features: mail, compose
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { testWhole } from "../../formats/src/testing/whole.ts";
import type { SeedKey } from "../../server/src/testing/suite.ts";
import { axeFaults } from "./axe.ts";
import { device, foldersOf } from "./device.ts";
import { useHost } from "./host.ts";
import { reader, row } from "./mail-page.ts";
import { post } from "./mail-post.ts";

const { host, open } = useHost({ undoSend: 15_000 });

const DAY = 86_400_000;
/** A morning in Seoul some days from now, as iCalendar has it. */
const morning = (days: number, hour: number): string =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10).replaceAll("-", "")}T${String(hour).padStart(2, "0")}0000`;

interface Event {
  readonly method?: string;
  readonly uid: string;
  readonly title: string;
  readonly sequence?: number;
  readonly hour?: number;
  readonly days?: number;
  readonly more?: readonly string[];
}

function calendar(event: Event, organiser: string, attendee: string): string {
  const { method = "REQUEST", uid, title, sequence = 0, hour = 9, days = 7, more = [] } = event;
  return [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTAMP:2026010${sequence + 1}T000000Z`,
    `SEQUENCE:${sequence}`,
    `DTSTART;TZID=Korea Standard Time:${morning(days, hour)}`,
    `DTEND;TZID=Korea Standard Time:${morning(days, hour + 1)}`,
    `SUMMARY:${title}`,
    `ORGANIZER;CN=Olga Other:mailto:${organiser}`,
    `ATTENDEE;CN=Dave;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${attendee}`,
    ...more,
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ].join("\r\n");
}

/** From another server, as calendars send it. */
async function invite(who: SeedKey, event: Event, from = "olga@elsewhere.example"): Promise<void> {
  const { address } = host.people[who];
  const { method = "REQUEST", title, sequence = 0 } = event;
  await post(host, [
    {
      from: `Olga Other <${from}>`,
      to: address,
      subject: `${method} ${sequence}: ${title}`,
      text: `About ${title}.`,
      icalEvent: {
        method,
        content: calendar(event, "olga@elsewhere.example", address),
      },
    },
  ]);
}

/** From a colleague through our own server. */
async function inviteFrom(from: SeedKey, to: SeedKey, event: Event): Promise<void> {
  const sender = host.people[from].address;
  const { drafts, sent } = await foldersOf(host, from);
  const [identities] = await device<{ list: { id: string; email: string }[] }>(host, from, [
    ["Identity/get", { ids: null }],
  ]);
  const identity = identities!.list.find(({ email }) => email === sender)!;
  await device(host, from, [
    [
      "Email/set",
      {
        create: {
          mail: {
            mailboxIds: { [drafts!]: true },
            keywords: { $draft: true, $seen: true },
            from: [{ name: null, email: sender }],
            to: [{ name: null, email: host.people[to].address }],
            subject: `Invitation: ${event.title}`,
            bodyValues: {
              text: { value: "Please come." },
              calendar: { value: calendar(event, sender, host.people[to].address) },
            },
            bodyStructure: {
              type: "multipart/alternative",
              subParts: [
                { partId: "text", type: "text/plain" },
                {
                  partId: "calendar",
                  "header:Content-Type": " text/calendar; method=REQUEST",
                },
              ],
            },
          },
        },
      },
    ],
    [
      "EmailSubmission/set",
      {
        create: { send: { emailId: "#mail", identityId: identity.id } },
        onSuccessUpdateEmail: {
          "#send": {
            [`mailboxIds/${drafts!}`]: null,
            [`mailboxIds/${sent!}`]: true,
            "keywords/$draft": null,
          },
        },
      },
    ],
  ]);
}

interface StoredReply {
  readonly id: string;
  readonly to: readonly { readonly email: string }[];
  readonly from: readonly { readonly email: string }[];
  readonly inReplyTo: readonly string[] | null;
  readonly bodyStructure: {
    readonly type: string;
    readonly subParts: readonly { readonly type: string; readonly partId: string }[];
  };
  readonly bodyValues: Readonly<Record<string, { readonly value: string }>>;
}

/** What lies in the folder of sent messages about an event, the newest first. */
async function repliesOf(who: SeedKey, eventUid: string): Promise<readonly StoredReply[]> {
  const { sent } = await foldersOf(host, who);
  const filter = { eventUid, inMailbox: sent };
  const sort = [{ property: "receivedAt", isAscending: false }];
  const [, found] = await device<{ list: StoredReply[] }>(host, who, [
    ["Email/query", { filter, sort }],
    [
      "Email/get",
      {
        "#ids": { resultOf: "0", name: "Email/query", path: "/ids" },
        properties: ["to", "from", "inReplyTo", "bodyStructure", "bodyValues"],
        bodyProperties: ["partId", "type", "header:Content-Type", "subParts"],
        fetchAllBodyValues: true,
      },
    ],
  ]);
  return found!.list;
}

const calendarOf = ({ bodyStructure, bodyValues }: StoredReply): string =>
  bodyValues[bodyStructure.subParts[1]!.partId]!.value;

const card = (page: Page): Locator => reader(page).locator(".mail-invitation:visible");
const choice = (page: Page, name: "Yes" | "Maybe" | "No"): Locator =>
  card(page).getByRole("button", { name, exact: true });
const isPressed = (button: Locator) => button.getAttribute("aria-pressed");

testWhole(
  "an invitation is shown in both time zones, answered with a note, remembered, changed and undone",
  async () => {
    await invite("dave", {
      uid: "garden@elsewhere.example",
      title: "Garden plan",
      more: [
        "LOCATION:Room 4",
        "X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij",
        "DESCRIPTION:Bring seeds. See https://garden.example/list",
        "RRULE:FREQ=WEEKLY;COUNT=3",
      ],
    });
    const opened = await open("dave", undefined, { timezoneId: "Europe/Berlin" });
    const { page } = opened;
    await row(page, "Garden plan").click();
    const shown = card(page);
    await shown.getByRole("heading", { name: "Garden plan" }).waitFor();
    await shown.getByText(/Korea/).waitFor();
    await shown.getByText("Every week, 3 times").waitFor();
    expect(await shown.getByRole("link", { name: "Join the meeting" }).getAttribute("href")).toBe(
      "https://meet.google.com/abc-defg-hij",
    );
    await shown.getByText("meet.google.com", { exact: true }).waitFor();
    expect(
      await shown.getByRole("link", { name: "https://garden.example/list" }).getAttribute("rel"),
    ).toContain("noopener");
    expect(await axeFaults(page)).toEqual([]);

    await shown.getByRole("button", { name: "Add a note" }).click();
    await page.keyboard.type("I bring beans, and peas; both.");
    await choice(page, "Yes").click();
    await page.getByText("Answer sent: yes").waitFor();
    await expect.poll(() => isPressed(choice(page, "Yes"))).toBe("true");
    await shown.getByText("You accepted.").waitFor();
    const [reply] = await repliesOf("dave", "garden@elsewhere.example");
    expect(reply).toMatchObject({
      from: [{ email: host.people.dave.address }],
      to: [{ email: "olga@elsewhere.example" }],
      bodyStructure: {
        type: "multipart/alternative",
        subParts: [
          { type: "text/plain" },
          {
            type: "text/calendar",
            "header:Content-Type": expect.stringMatching(
              /method=REPLY.*charset=utf-8|charset=utf-8.*method=REPLY/i,
            ),
          },
        ],
      },
    });
    expect(reply!.inReplyTo).toHaveLength(1);
    const unfolded = calendarOf(reply!).replaceAll(/\r?\n /g, "");
    expect(unfolded).toContain("METHOD:REPLY");
    expect(unfolded).toContain("UID:garden@elsewhere.example");
    expect(unfolded).toMatch(
      new RegExp(`ATTENDEE;PARTSTAT=ACCEPTED(;CN=[^:]+)?:mailto:${host.people.dave.address}`),
    );
    expect(unfolded).toContain("COMMENT:I bring beans\\, and peas\\; both.");

    // It is taken back as any message, and then nothing was answered.
    await choice(page, "No").click();
    await page.getByText("Answer sent: no").waitFor();
    await page.getByRole("button", { name: /^Undo/ }).last().click();
    await page.getByText("Answer undone.").waitFor();
    await expect.poll(() => isPressed(choice(page, "Yes"))).toBe("true");
    await expect
      .poll(async () => (await repliesOf("dave", "garden@elsewhere.example")).length)
      .toBe(1);

    // Another window knows it from the mail alone, and by keyboard it is changed.
    await page.reload();
    await row(page, "REQUEST 0: Garden plan").click();
    await expect.poll(() => isPressed(choice(page, "Yes"))).toBe("true");
    await page.keyboard.press("i");
    await page.keyboard.press("m");
    await page.getByText("Answer sent: maybe").waitFor();
    await expect.poll(() => isPressed(choice(page, "Maybe"))).toBe("true");
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole(
  "an update says what changed and asks again; what is older says so; a cancellation ends it",
  async () => {
    const event = { uid: "boat@elsewhere.example", title: "Boat trip" };
    await invite("carol", event);
    const opened = await open("carol");
    const { page } = opened;
    await row(page, "REQUEST 0: Boat trip").click();
    await choice(page, "Yes").click();
    await card(page).getByText("You accepted.").waitFor();

    await invite("carol", { ...event, sequence: 1, hour: 15, more: ["LOCATION:Pier 2"] });
    await row(page, "REQUEST 1: Boat trip").click();
    await card(page).getByText("Updated invitation").waitFor();
    await card(page).getByText("Changed: time and place").waitFor();
    await card(page).getByText("please answer again").waitFor();
    expect(await isPressed(choice(page, "Yes"))).toBe("false");
    await row(page, "REQUEST 0: Boat trip").click();
    await card(page).getByText("There is a newer version of this invitation.").waitFor();
    expect(await choice(page, "Yes").count()).toBe(0);

    // Who is not the organiser cancels nothing.
    await invite("carol", { ...event, method: "CANCEL", sequence: 2 }, "mallory@evil.example");
    await row(page, "CANCEL 2: Boat trip").click();
    await card(page).getByText("it is not from the organiser").waitFor();
    await row(page, "REQUEST 1: Boat trip").click();
    await choice(page, "Yes").waitFor();

    await invite("carol", { ...event, method: "CANCEL", sequence: 3 });
    await row(page, "CANCEL 3: Boat trip").click();
    await card(page).getByText("The organiser cancelled this event.").waitFor();
    await row(page, "REQUEST 1: Boat trip").click();
    await card(page).getByText("The organiser has cancelled this event since.").waitFor();
    expect(await choice(page, "Yes").count()).toBe(0);
    expect(await axeFaults(page)).toEqual([]);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("what is at the same time is named, and not what was declined", async () => {
  await invite("bob", { uid: "one@elsewhere.example", title: "First thing", days: 9 });
  await invite("bob", { uid: "two@elsewhere.example", title: "Second thing", days: 9 });
  await invite("bob", { uid: "three@elsewhere.example", title: "Third thing", days: 10 });
  const opened = await open("bob");
  const { page } = opened;
  await row(page, "Second thing").click();
  await card(page)
    .getByText(/^First thing, .* \(not answered\)$/)
    .waitFor();
  expect(await card(page).getByText("Third thing").count()).toBe(0);
  await row(page, "First thing").click();
  await card(page)
    .getByText(/^Second thing, /)
    .waitFor();
  await choice(page, "No").click();
  await card(page).getByText("You declined.").waitFor();
  await row(page, "Second thing").click();
  await choice(page, "Yes").waitFor();
  await expect.poll(() => card(page).getByText("First thing").count()).toBe(0);
  await opened.expectQuiet();
  await opened.close();
});

testWhole(
  "the organiser reads in words who comes, on the invitation and on the answer",
  async () => {
    await inviteFrom("alice", "dave", { uid: "team@demo.test", title: "Team lunch" });
    const guest = await open("dave");
    await row(guest.page, "Team lunch").click({ timeout: 60_000 });
    await choice(guest.page, "Yes").click();
    await guest.page.getByText("Answer sent: yes").waitFor();
    await guest.expectQuiet();
    await guest.close();

    const opened = await open("alice");
    const { page } = opened;
    await row(page, "Accepted: Team lunch").click({ timeout: 60_000 });
    await card(page)
      .getByText(/^Dave.* accepted$/)
      .waitFor();
    expect(await choice(page, "Yes").count()).toBe(0);
    await opened.expectQuiet();
    await opened.close();
  },
);

testWhole("on a phone and in Korean it is answered by touch", async () => {
  await invite("bob", {
    uid: "touch@elsewhere.example",
    title: "Walk",
    days: 20,
  });
  const opened = await open("bob", undefined, {
    isPhone: true,
    locale: "ko-KR",
    colorScheme: "dark",
  });
  const { page } = opened;
  await row(page, "Walk").tap();
  await page.getByRole("group", { name: "참석 여부" }).waitFor();
  await page.getByRole("button", { name: "불참", exact: true }).tap();
  await page.getByText("응답을 보냈습니다: 불참").waitFor();
  await page.getByText("거절했습니다.").waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await opened.expectQuiet();
  await opened.close();
});
