import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { seededRandom, type Random } from "../testing/random.ts";
import { addressField, buildMessage, parameterField, textField } from "./index.ts";

const WORDS = [
  "plan",
  "회의록",
  "für",
  "naïve",
  "会議",
  "😀",
  "Re:",
  "(draft)",
  "a.b",
  "_",
  "#1",
] as const;

const words = (random: Random, least: number, more: number): string =>
  Array.from({ length: least + random.below(more) }, () => random.pick(WORDS)).join(" ");

interface Facts {
  readonly subject: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
  readonly html: string;
  readonly files: readonly (readonly [name: string, content: string])[];
}

/** A message such as people write, and what every reader has to find in it. */
function writtenMessage(seed: number): { bytes: Uint8Array; meant: Facts } {
  const random = seededRandom(seed);
  const person = (): { name: string; email: string } => ({
    name: words(random, 1, 6),
    email: `${random.pick(["ann", "bob.baker", "c+d"])}@example.com`,
  });
  const [from, to] = [person(), Array.from({ length: 1 + random.below(4) }, person)];
  const subject = words(random, 1, 30);
  const lines = Array.from({ length: 1 + random.below(20) }, () => words(random, 0, 40));
  const text = lines.join("\n").trim() || "x";
  const html = `<p>${words(random, 1, 60)}</p>`;
  const name = `${words(random, 1, 12).replaceAll("/", "")}.bin`;
  const content = Uint8Array.from({ length: random.below(400) }, () => random.below(256));
  let boundaries = 0;
  const bytes = buildMessage(
    [
      addressField("From", [from]),
      addressField("To", to),
      textField("Subject", subject),
      "MIME-Version: 1.0\r\n",
    ],
    {
      fields: [],
      type: "multipart/mixed",
      parameters: {},
      children: [
        {
          fields: [],
          type: "multipart/alternative",
          parameters: {},
          children: [
            { fields: [], type: "text/plain", parameters: {}, text },
            { fields: [], type: "text/html", parameters: {}, text: html },
          ],
        },
        {
          fields: [parameterField("Content-Disposition", "attachment", { filename: name })],
          type: "application/octet-stream",
          parameters: {},
          file: content,
        },
      ],
    },
    () => `=_boundary${(boundaries += 1)}`,
  );
  const meant = {
    subject,
    from: from.name,
    to: to.map((one) => `${one.name} <${one.email}>`),
    text,
    html,
    files: [[name, Buffer.from(content).toString("base64")] as const],
  };
  return { bytes, meant };
}

const tidy = (value: string | false | undefined): string =>
  (value || "").replaceAll("\r\n", "\n").trim();

async function byPostalMime(bytes: Uint8Array): Promise<Facts> {
  const mail = await PostalMime.parse(bytes, { attachmentEncoding: "base64" });
  return {
    subject: mail.subject ?? "",
    from: mail.from?.name ?? "",
    to: (mail.to ?? []).map(({ name, address }) => `${name} <${address}>`),
    text: tidy(mail.text),
    html: tidy(mail.html),
    files: mail.attachments.map((file) => [file.filename ?? "", file.content as string]),
  };
}

async function byMailparser(bytes: Uint8Array): Promise<Facts> {
  const mail = await simpleParser(Buffer.from(bytes), { skipTextLinks: true });
  const to = [mail.to ?? []].flat().flatMap((list) => list.value);
  return {
    subject: mail.subject ?? "",
    from: mail.from?.value[0]?.name ?? "",
    to: to.map(({ name, address }) => `${name} <${address}>`),
    text: tidy(mail.text),
    html: tidy(mail.html),
    files: mail.attachments.map((file) => [file.filename ?? "", file.content.toString("base64")]),
  };
}

describe("a message of ours", () => {
  it("says the same to two other parsers", async () => {
    for (let seed = 0; seed < 150; seed += 1) {
      const { bytes, meant } = writtenMessage(seed);
      expect(await byPostalMime(bytes), `postal-mime, seed ${seed}`).toEqual(meant);
      expect(await byMailparser(bytes), `mailparser, seed ${seed}`).toEqual(meant);
    }
  });
});
