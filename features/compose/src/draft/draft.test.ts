import type { EmailRecord } from "@atrium/contract/types/email";
import type { IdentityRecord } from "@atrium/contract/types/identity";
import { describe, expect, test } from "vitest";
import { isAddress, readAddresses, writeAddress } from "./addresses.ts";
import { answerDraft, isAnswerTo } from "./answer.ts";
import { flow, unflow } from "./flowed.ts";
import { resentDraft, storedDraft } from "./from-email.ts";
import { forwardSubject, replySubject } from "./subject.ts";
import { toEmail } from "./to-email.ts";

const emails = (text: string) => readAddresses(text).map(({ email }) => email);

describe("subjects", () => {
  test("are prefixed once, whatever language said so before", () => {
    expect(replySubject("Plan")).toBe("Re: Plan");
    expect(replySubject("RE: AW: re[2]: Plan")).toBe("Re: Plan");
    expect(replySubject("답장: 계획")).toBe("Re: 계획");
    expect(replySubject("Fwd: Plan")).toBe("Re: Fwd: Plan");
    expect(forwardSubject("FW: Fwd: WG: Plan")).toBe("Fwd: Plan");
    expect(forwardSubject("Re: Plan")).toBe("Fwd: Re: Plan");
    expect(replySubject("")).toBe("Re:");
  });
});

describe("addresses as people paste them", () => {
  test("stand between commas, semicolons, tabs and line ends", () => {
    expect(emails("a@x.example, b@x.example;c@x.example\nd@x.example\te@x.example")).toEqual(
      ["a", "b", "c", "d", "e"].map((name) => `${name}@x.example`),
    );
    expect(emails("a@x.example b@x.example")).toEqual(["a@x.example", "b@x.example"]);
  });

  test("bring names, with commas in quotes", () => {
    expect(readAddresses('"Archer, Alice" <alice@x.example>, Bob B <bob@x.example>')).toEqual([
      { name: "Archer, Alice", email: "alice@x.example" },
      { name: "Bob B", email: "bob@x.example" },
    ]);
    expect(readAddresses("김지민 jimin@x.example")).toEqual([
      { name: "김지민", email: "jimin@x.example" },
    ]);
    const ann = { name: "Ann Archer", email: "ann@x.example" };
    for (const written of [
      "'Ann Archer' <ann@x.example>",
      '"Ann  Archer"<mailto:ann@x.example>',
      "ann@x.example (Ann Archer)",
      "Ann\u00a0Archer < ann@x.example >",
    ])
      expect(readAddresses(written)).toEqual([ann]);
    expect(readAddresses("<ann@x.example>; mailto:bob@x.example")).toEqual([
      { name: null, email: "ann@x.example" },
      { name: null, email: "bob@x.example" },
    ]);
  });

  test("come by fifties, each written differently", () => {
    const list = Array.from({ length: 50 }, (_, at) =>
      at % 3 === 0
        ? `"Last ${at}, First" <p${at}@x.example>`
        : at % 3 === 1
          ? `p${at}@x.example`
          : `Name ${at} <p${at}@x.example>`,
    );
    const ends = [", ", ";", "\r\n", ",\n", " ;\n"];
    const pasted = list.map((one, at) => one + ends[at % ends.length]!).join("");
    const read = readAddresses(pasted);
    expect(read.map(({ email }) => email)).toEqual(list.map((_, at) => `p${at}@x.example`));
    expect(read.slice(0, 3).map(({ name }) => name)).toEqual(["Last 0, First", null, "Name 2"]);
  });

  test("are kept where they are none, to be mended", () => {
    expect(emails("nobody, a@x.example")).toEqual(["nobody", "a@x.example"]);
    expect(["a@x", "a@한국.kr", "a+b@x.example"].map(isAddress)).toEqual([true, true, true]);
    expect(["a", "a@", "@x", "a b@x", "a@x..y", "a@-x"].map(isAddress)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  test("are written so that they are read again", () => {
    for (const address of [
      { name: 'Al "the" Archer, Dr', email: "a@x.example" },
      { name: null, email: "b@x.example" },
    ])
      expect(readAddresses(writeAddress(address))).toEqual([address]);
  });
});

test("flowed text is the same text again", () => {
  const text = `${"word ".repeat(60).trim()}\n\n> quoted line that is left\n From here\n-- \nAlice`;
  const flowed = flow(text);
  const longest = Math.max(...flowed.split("\n").map((line) => line.length));
  expect(longest).toBeLessThanOrEqual(78);
  expect(unflow(flowed)).toBe(text);
});

describe("answers", () => {
  const at = (email: string, name: string | null = null) => ({ name, email });
  const identity = (id: string, email: string) =>
    ({ id, email, name: "Me", bcc: null, replyTo: null }) as unknown as IdentityRecord;
  const mine = [identity("i1", "me@x.example"), identity("i2", "sales@x.example")];
  const mail = (over: Partial<EmailRecord>) =>
    ({
      messageId: ["new@x"],
      references: ["first@x"],
      from: [at("ann@y.example", "Ann")],
      to: [at("sales+web@x.example"), at("bob@y.example")],
      cc: [at("Me@x.example"), at("cy@y.example"), at("bob@y.example")],
      replyTo: null,
      subject: "Re: Plan",
      receivedAt: "2026-03-04T05:06:07Z",
      sentAt: null,
      htmlBody: [],
      textBody: [{ partId: "1", type: "text/plain" }],
      attachments: [],
      bodyValues: { "1": { value: "One\n> two" } },
      ...over,
    }) as unknown as EmailRecord;
  const list = (addresses: readonly { email: string }[]) => addresses.map(({ email }) => email);

  test("go to the sender, from the identity that was written to, in the same thread", () => {
    const draft = answerDraft("reply", mail({}), "a1", mine);
    expect(list(draft.to)).toEqual(["ann@y.example"]);
    expect(draft.cc).toEqual([]);
    expect(draft.identityId).toBe("i2");
    expect(draft.subject).toBe("Re: Plan");
    expect(draft.inReplyTo).toEqual(["new@x"]);
    expect(draft.references).toEqual(["first@x", "new@x"]);
    expect(draft.quote?.text).toContain("> One\n>> two");
  });

  test("honour where the sender wants them", () => {
    const draft = answerDraft("reply", mail({ replyTo: [at("list@y.example")] }), "a1", mine);
    expect(list(draft.to)).toEqual(["list@y.example"]);
  });

  test("to all leave out the person's own addresses, and name nobody twice", () => {
    const draft = answerDraft("replyAll", mail({}), "a1", mine);
    expect(list(draft.to)).toEqual(["ann@y.example", "bob@y.example"]);
    expect(list(draft.cc)).toEqual(["cy@y.example"]);
  });

  test("to what oneself wrote go on to whom that went", () => {
    const draft = answerDraft("reply", mail({ from: [at("me@x.example")] }), "a1", mine);
    expect(list(draft.to)).toEqual(["sales+web@x.example", "bob@y.example"]);
  });

  test("are gone on with by the same kind of answer alone", () => {
    const begun = (to: string[], inReplyTo = ["new@x"]) => ({
      inReplyTo,
      to: to.map((email) => at(email)),
      cc: null,
      bcc: null,
    });
    const one = begun(["Ann@y.example", "dan@y.example"]);
    const all = begun(["ann@y.example", "bob@y.example"]);
    const kinds = (draft: ReturnType<typeof begun>, email = mail({})) =>
      (["reply", "replyAll"] as const).filter((kind) => isAnswerTo(kind, draft, email, mine));
    expect(kinds(one)).toEqual(["reply"]);
    expect(kinds(all)).toEqual(["replyAll"]);
    // Where there is nobody else, both are the same.
    expect(kinds(one, mail({ to: [at("me@x.example")], cc: null }))).toEqual(["reply", "replyAll"]);
    expect(kinds(begun(["ann@y.example"], ["other@x"]))).toEqual([]);
    expect(kinds(one, mail({ messageId: null }))).toEqual([]);
  });

  test("that hand on take the files along and start a thread of their own", () => {
    const part = { partId: "2", blobId: "b2", type: "image/png", name: "map.png", size: 9 };
    const given = mail({
      attachments: [{ ...part, cid: null, disposition: "attachment" }] as never,
    });
    const draft = answerDraft("forward", given, "a1", mine);
    expect(draft.to).toEqual([]);
    expect(draft.subject).toBe("Fwd: Re: Plan");
    expect(draft.inReplyTo).toBeNull();
    expect(draft.forwards).toEqual(["new@x"]);
    expect(draft.attachments.map(({ name, blobId }) => [name, blobId])).toEqual([
      ["map.png", "b2"],
    ]);
    expect(draft.quote?.text).toContain("One\n> two");
  });
});

describe("where answers go", () => {
  const at = (email: string) => ({ name: null, email });
  const mine = (replyTo: { name: null; email: string }[] | null) =>
    ({
      id: "i1",
      email: "me@x.example",
      name: "Me",
      bcc: null,
      replyTo,
    }) as unknown as IdentityRecord;
  const stored = (replyTo: { name: null; email: string }[] | null, identity: IdentityRecord) =>
    storedDraft(
      {
        messageId: ["m@x.example"],
        from: [at("me@x.example")],
        replyTo,
        htmlBody: [],
        textBody: [],
        attachments: [],
        bodyValues: {},
      } as unknown as EmailRecord,
      "a1",
      [identity],
    );
  const sent = (draft: ReturnType<typeof stored>, identity: IdentityRecord) =>
    toEmail(draft, identity, "drafts").replyTo?.map(({ email }) => email);

  test("is the identity's own unless the message says otherwise, also after it was stored", () => {
    const [plain, team] = [mine(null), mine([at("team@x.example")])];
    expect(stored(null, plain).replyTo).toBeNull();
    expect(stored([at("Team@x.example")], team).replyTo).toBeNull();
    expect(sent(stored([at("team@x.example")], team), team)).toEqual(["team@x.example"]);
    const other = stored([at("other@x.example")], team);
    expect(other.replyTo).toEqual([at("other@x.example")]);
    expect(sent(other, team)).toEqual(["other@x.example"]);
    // The person took the identity's away.
    expect(sent(stored(null, team), team)).toBeUndefined();
    // What is no address does not go out.
    expect(sent({ ...other, replyTo: [at("nobody")] }, team)).toBeUndefined();
  });
});

test("a reminder and the wish for a receipt go with a draft; a copy that is sent again has no reminder", () => {
  const identity = { id: "i", name: "Ann", email: "ann@x.example" } as IdentityRecord;
  const email = {
    from: [{ name: null, email: "ann@x.example" }],
    to: [{ name: null, email: "bob@x.example" }],
    htmlBody: [],
    textBody: [],
    attachments: [],
    bodyValues: {},
    followUpAt: "2027-01-01T08:00:00Z",
    "header:Disposition-Notification-To:asAddresses": [{ name: null, email: "old@x.example" }],
  } as unknown as EmailRecord;
  const draft = storedDraft(email, "a1", [identity]);
  expect(toEmail(draft, identity, "drafts")).toMatchObject({
    followUpAt: "2027-01-01T08:00:00Z",
    // Where receipts go follows the identity.
    "header:Disposition-Notification-To:asAddresses": [{ name: "Ann", email: "ann@x.example" }],
  });
  expect(toEmail({ ...draft, asksReceipt: false }, identity, "drafts")).not.toHaveProperty([
    "header:Disposition-Notification-To:asAddresses",
  ]);
  const again = resentDraft(email, "a1", [identity], email.to!)!;
  expect(toEmail(again, identity, "drafts")).not.toHaveProperty("followUpAt");
});
