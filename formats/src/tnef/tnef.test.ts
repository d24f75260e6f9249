import { describe, expect, it } from "vitest";
import {
  asAddresses,
  asText,
  attachedMessage,
  decodeBody,
  decodeText,
  findHeader,
  parseMessage,
} from "../mime/index.ts";
import { seededRandom } from "../testing/random.ts";
import { readTnef } from "./index.ts";
import { readRtf } from "./compressed-rtf.ts";
import { rtfBody } from "./rtf.ts";
import { compressRtf, embeddedObject, namedProperty, writeTnef } from "../testing/write-tnef.ts";

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe("a winmail.dat", () => {
  it("gives its files under their long names, with their types", () => {
    const tnef = writeTnef({
      attachments: [
        {
          title: Buffer.from("ALLPRO~1.DAT"),
          data: Buffer.from("the old way"),
          properties: [
            [0x3704, "ALLPRO~1.DAT"],
            [0x3707, "all products, March.dat"],
          ],
        },
        {
          properties: [
            namedProperty("AttachmentMacInfo", "not looked at"),
            [0x3701, Buffer.from("%PDF")],
            [0x3707, "회의록.pdf"],
            [0x3705, 1],
          ],
        },
        {
          data: Buffer.from("x"),
          properties: [
            [0x370e, "Image/PNG"],
            [0x3712, "<pic@1>"],
            [0x3703, ".png"],
          ],
        },
      ],
    });
    const { attachments } = readTnef(tnef);
    expect(attachments.map(({ name, type, cid, bytes }) => [name, type, cid, text(bytes)])).toEqual(
      [
        ["all products, March.dat", "application/octet-stream", null, "the old way"],
        ["회의록.pdf", "application/pdf", null, "%PDF"],
        ["attachment.png", "image/png", "pic@1", "x"],
      ],
    );
  });

  it("names a file without its path, and never by nothing", () => {
    const names = ["C:\\Users\\me\\plan.doc", "../../etc/passwd", "a\u0000b", "\u0007", "  "];
    const attachments = names.map((name) => ({ title: Buffer.from(name), data: Buffer.from("x") }));
    expect(readTnef(writeTnef({ attachments })).attachments.map((one) => one.name)).toEqual([
      "plan.doc",
      "passwd",
      "a",
      "attachment",
      "attachment",
    ]);
  });

  it("reads names and bodies in the sender's code page", () => {
    const korean = Buffer.from([0xc8, 0xb8, 0xc0, 0xc7]);
    const tnef = writeTnef({
      codePage: 949,
      subject: korean,
      body: Buffer.concat([korean, Buffer.from(" 10")]),
      attachments: [
        { title: Buffer.concat([korean, Buffer.from(".txt")]), data: Buffer.from("x") },
      ],
      properties: [[0x0c1a, { text8: korean }]],
    });
    const content = readTnef(tnef);
    expect(content).toMatchObject({ subject: "회의", text: "회의 10", from: { name: "회의" } });
    expect(content.attachments[0]!.name).toBe("회의.txt");
  });

  it("gives the body as HTML where there is one, in its own code page", () => {
    const content = readTnef(
      writeTnef({
        codePage: 1252,
        properties: [
          [0x3fde, 65_001],
          [0x1013, Buffer.from("<p>Grüße, 회의</p>")],
          [0x1000, "Grüße"],
        ],
      }),
    );
    expect(content).toMatchObject({ html: "<p>Grüße, 회의</p>", text: "Grüße" });
  });

  it("gives the body that only its RTF has", () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg1252 {\\fonttbl{\\f0 Arial;}}Gr\\'fc\\'dfe,\\par see you\\u8364 ?\\tab soon}";
    const content = readTnef(writeTnef({ properties: [[0x1009, compressRtf(rtf)]] }));
    expect(content).toMatchObject({ text: "Grüße,\nsee you€\tsoon", html: null });
  });

  it("opens a message in it as message/rfc822, with its own files and messages", () => {
    const innermost = writeTnef({
      properties: [
        [0x0037, "Innermost"],
        [0x1000, "deep down"],
      ],
    });
    const inner = writeTnef({
      properties: [
        [0x0037, "견적서"],
        [0x0c1a, "Lee Jimin"],
        [0x0c1f, "jimin@demo.test"],
        [0x0e04, "Bob Baker; carol@demo.test"],
        [0x0039, new Date("2026-03-03T01:00:00Z")],
        [0x1035, "<inner@demo.test>"],
        [0x1000, "텍스트\r\n둘째 줄"],
        [0x1013, Buffer.from("<b>rich</b>")],
      ],
      attachments: [
        { data: Buffer.from([0, 1, 2, 255]), properties: [[0x3707, "자료.bin"]] },
        {
          properties: [
            [0x3701, embeddedObject(innermost)],
            [0x3705, 5],
            [0x3001, "Innermost"],
          ],
        },
      ],
    });
    const { attachments } = readTnef(
      writeTnef({
        attachments: [
          {
            properties: [
              [0x3701, embeddedObject(inner)],
              [0x3705, 5],
              [0x3001, "견적서"],
            ],
          },
        ],
      }),
    );
    const [eml] = attachments;
    expect(eml).toMatchObject({ name: "견적서.eml", type: "message/rfc822" });
    const message = parseMessage(eml!.bytes);
    expect(message.problems).toEqual([]);
    const header = (name: string) => findHeader(message.headers, name)!;
    expect(asText(message.bytes, header("subject"))).toBe("견적서");
    expect(asAddresses(message.bytes, header("from"))).toEqual([
      { name: "Lee Jimin", email: "jimin@demo.test" },
    ]);
    expect(asAddresses(message.bytes, header("to"))).toEqual([
      { name: "Bob Baker", email: "" },
      { name: null, email: "carol@demo.test" },
    ]);
    expect(decodeText(message.bytes, message.textBody[0]!).value).toBe("텍스트\n둘째 줄");
    expect(decodeText(message.bytes, message.htmlBody[0]!).value).toBe("<b>rich</b>");
    expect(message.attachments.map((part) => [part.name, part.type])).toEqual([
      ["자료.bin", "application/octet-stream"],
      ["Innermost.eml", "message/rfc822"],
    ]);
    expect([...decodeBody(message.bytes, message.attachments[0]!)]).toEqual([0, 1, 2, 255]);
    const deepest = attachedMessage(message.bytes, message.attachments[1]!)!;
    expect(asText(deepest.bytes, findHeader(deepest.headers, "subject")!)).toBe("Innermost");
    // The octets are named by their place, so they have to be the same each time.
    const again = readTnef(
      writeTnef({ attachments: [{ properties: [[0x3701, embeddedObject(inner)]] }] }),
    );
    expect(again.attachments[0]!.bytes).toEqual(eml!.bytes);
  });

  it("leaves messages within messages closed from the sixth on", () => {
    let tnef = writeTnef({ properties: [[0x0037, "bottom"]] });
    for (let depth = 0; depth < 8; depth++)
      tnef = writeTnef({
        attachments: [
          {
            properties: [
              [0x3701, embeddedObject(tnef)],
              [0x3705, 5],
            ],
          },
        ],
      });
    let message = parseMessage(readTnef(tnef).attachments[0]!.bytes);
    let opened = 1;
    for (; message.attachments[0]?.type === "message/rfc822"; opened++)
      message = attachedMessage(message.bytes, message.attachments[0])!;
    expect(opened).toBe(5);
    expect(message.attachments[0]).toMatchObject({ type: "application/octet-stream" });
  });

  it("knows when something was sent and by whom", () => {
    const sentAt = new Date("2026-03-03T01:02:03Z");
    const tnef = writeTnef({
      properties: [
        [0x0039, sentAt],
        [0x0042, "Team"],
        [0x0065, "/o=Org/cn=team"],
        [0x5d01, "team@demo.test"],
      ],
    });
    expect(readTnef(tnef)).toMatchObject({
      sentAt,
      from: { name: "Team", email: "team@demo.test" },
    });
  });
});

describe("RTF", () => {
  it("refers back into what was written, and into what stands before it", () => {
    // The example of MS-OXRTFCP §4.1.1.
    const bytes = Buffer.from(
      "2d0000002b0000004c5a4675f1c5c7a703000a007263706731323542320af32068656c090020627705b06c647d0a800fa0",
      "hex",
    );
    expect(readRtf(bytes)).toBe("{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n");
    // §4.2: a run that overlaps itself.
    const overlap = Buffer.from(
      "1a0000001c0000004c5a4675e2d44b51410004205758595a0d6e7d010eb0",
      "hex",
    );
    expect(readRtf(overlap)).toBe("{\\rtf1 WXYZWXYZWXYZWXYZWXYZ}");
    expect(readRtf(compressRtf("{\\rtf1 stored}", "stored"))).toBe("{\\rtf1 stored}");
  });

  it("gives back the HTML that it was made of", () => {
    const rtf =
      "{\\rtf1\\ansi\\ansicpg949\\fromhtml1 \\deff0{\\fonttbl{\\f0 Batang;}}\r\n" +
      "{\\*\\htmltag19 <html>}{\\*\\htmltag34 \\htmlrtf {\\htmlrtf0}\r\n" +
      "{\\*\\htmltag64 <p title=\"\\{x\\}\">}\\htmlrtf {\\b \\htmlrtf0 \\'c8\\'b8\\'c0\\'c7 &amp; more\\htmlrtf }\\htmlrtf0\r\n" +
      "{\\*\\htmltag72 </p>}{\\*\\mhtmltag1 hidden}\\htmlrtf \\par\\htmlrtf0{\\*\\htmltag27 </html>}}";
    expect(rtfBody(rtf)).toEqual({
      text: null,
      html: '<html><p title="{x}">회의 &amp; more</p></html>',
    });
  });

  it("shows only what a reader of RTF would", () => {
    expect(
      rtfBody("{\\rtf1{\\info{\\author Me}}{\\*\\secret x}a\\~b\\{c\\}\\line\r\nd{\\pict 0102}}")
        .text,
    ).toBe("a\u00a0b{c}\nd");
    expect(rtfBody("{\\rtf1 \\uc2\\u54924 \\'c8\\'b8!}").text).toBe("회!");
    expect(rtfBody("{\\rtf1 }")).toEqual({ text: null, html: null });
  });
});

describe("whatever comes", () => {
  const whole = writeTnef({
    codePage: 949,
    subject: Buffer.from("subject"),
    properties: [
      [0x0037, "Subject"],
      [0x1009, compressRtf("{\\rtf1 hello}")],
      namedProperty("n", "v"),
    ],
    attachments: [
      { title: Buffer.from("a.txt"), data: Buffer.from("a") },
      {
        properties: [
          [0x3701, embeddedObject(writeTnef({ properties: [[0x1000, "x"]] }))],
          [0x3705, 5],
        ],
      },
    ],
  });

  it("is read as far as it goes", () => {
    for (let end = 0; end <= whole.length; end++) readTnef(whole.subarray(0, end));
    expect(readTnef(Buffer.from("not a winmail.dat"))).toMatchObject({
      attachments: [],
      text: null,
      html: null,
    });
    const random = seededRandom(5);
    for (let round = 0; round < 3000; round++) {
      const bytes = Buffer.from(whole);
      for (let n = 0; n < 4; n++)
        bytes[6 + random.below(bytes.length - 6)] = random.pick([0, 1, 0x7f, 0xff]);
      readTnef(bytes);
    }
  });

  it("costs no more than its length", () => {
    const many = writeTnef({
      attachments: Array.from({ length: 20_000 }, () => ({ data: Buffer.from("x") })),
    });
    expect(readTnef(many).attachments).toHaveLength(1000);
    // A list that claims four thousand million values, and a text that claims four gigabytes.
    const counts = Buffer.concat([
      Buffer.from("ffffffff", "hex"),
      Buffer.from("01100000ffffffff", "hex"),
    ]);
    const claims = Buffer.from(compressRtf("{\\rtf1 x}"));
    claims.writeUInt32LE(0xffffffff, 4);
    readTnef(writeTnef({ properties: [[0x1009, claims]], attachments: [{ data: counts }] }));
    expect(rtfBody("{".repeat(200_000)).text).toBeNull();
    expect(rtfBody("{\\rtf1 " + "\\".repeat(200_000)).text).toMatch(/^\\+$/);
  });
});
