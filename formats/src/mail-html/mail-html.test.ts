import { describe, expect, it } from "vitest";
import { htmlToText, preview, splitQuoted } from "./index.ts";

describe("HTML as text", () => {
  it.each([
    ["<p>One</p><p>Two &amp; three</p>", "One\n\nTwo & three"],
    ["a<br>b<br/>c", "a\nb\nc"],
    ["<div>a</div><div>b</div>", "a\nb"],
    ["Hello,\n  <b>big</b>\n world<i>s</i>", "Hello, big worlds"],
    ["<ul><li>one</li><li>two</ul>after", "- one\n- two\n\nafter"],
    ["<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a b\nc"],
    ["<pre>x\n  y</pre>z", "x\n  y\n\nz"],
    ['<a href="https://example.com/">the link</a>', "the link"],
    ['before <img src="x" alt="A &quot;logo&quot;"> after', 'before A "logo" after'],
    ["mine<blockquote><p>theirs</p><p>more</p></blockquote>", "mine\n>\n> theirs\n>\n> more"],
    ["a&nbsp;&#160;&#xa0;b &eacute;&euro;&#8364;&#128;&hellip;", "a b é€€€…"],
    ["&unknown; &amp &#0; &#xd800; AT&T", "&unknown; & \uFFFD \uFFFD AT&T"],
    ["a<constructor>b</constructor><p>c</p>&constructor;", "ab\n\nc\n\n&constructor;"],
    ["1 < 2 and <3, a<b>c</b>", "1 < 2 and <3, ac"],
    ["a<constructor>b</constructor><p>c</p>", "ab\n\nc"],
  ])("%j is %j", (html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it.each([
    [
      "<div>Before</div><h1>The plan</h1><div>Words</div><h2>계획</h2>",
      "Before\n\nThe plan\n========\n\nWords\n\n계획\n----",
    ],
    [
      "<ol><li>one</li><li><div>two</div><ul><li>a</li></ul></li><li>three</li></ol>",
      "1. one\n2. two\n\n  - a\n\n3. three",
    ],
    [
      "<div>See</div><table><tbody><tr><th>Who</th><th>When</th></tr><tr><td><div>Ann<br></div></td><td></td><td>today<br>or not</td></tr><tr><td><br></td><td>b</td></tr></tbody></table><div>End</div>",
      "See\nWho | When\nAnn | | today or not\n| b\nEnd",
    ],
    ["<h1></h1><h1><b>Bold</b> one</h1>x", "Bold one\n========\n\nx"],
  ])("of what somebody wrote, %j is %j", (html, text) => {
    expect(htmlToText(html, { keepsLayout: true })).toBe(text);
  });

  it("leaves out what nobody sees", () => {
    const html = `<html><head><title>t</title><style>p{}</style></head><body>
      <script>alert("</p>")</script><STYLE>x{}</STYLE ><!-- c --><!--[if mso]>mso<![endif]-->
      <div style="color:red;display: none">pre <div>header</div></div><p hidden>h</p>
      <span style='max-height:0;overflow:hidden'>filler</span><template>t</template><p>seen</p></body></html>`;
    expect(htmlToText(html)).toBe("seen");
  });

  it("keeps what only looks hidden", () => {
    const html = `<div style="opacity:0.9">a</div><div style="max-height:0.5em">b</div><div style="font-size:0.8em">c</div>
      <a style="mso-hide:all">d</a><td style="height:0;overflow:hidden">e</td><div style="height:0;padding-bottom:50%;overflow:hidden">f</div>`;
    expect(htmlToText(html)).toBe("a\nb\nc\nd e\nf");
  });

  it.each([
    ["display : NONE", ""],
    ["visibility:collapse", ""],
    ["opacity:.00", ""],
    ["max-height:0px;overflow:hidden", ""],
    ["width:0;height:0;overflow:hidden", ""],
    ["font-size:0px", ""],
    ["font:0/0 a", ""],
    ["font-size:12px;font-size:0 !important", ""],
    ["font-size:0;font-size:12px", "x"],
    ["font:bold 10px Arial", "x"],
  ])("of an element with the style %j is %j", (style, text) => {
    expect(htmlToText(`<div style="${style}">x</div>`)).toBe(text);
  });

  it("has what gets a size again inside of nothing", () => {
    const cell = '<td style="font-size:0">';
    expect(htmlToText(`${cell}a<div style="font-size:14px">b<i>c</i></div>d</td><td>e</td>`)).toBe(
      "bc\ne",
    );
    expect(htmlToText(`${cell}<div style="font-size:1em">a</div></td><td>b</td>`)).toBe("b");
    expect(htmlToText(`<div style="font-size:0">a<div>b</div>c</div>d`)).toBe("d");
    // Not closed, it ends with what is around it.
    expect(
      htmlToText('<div style="font-size:0"><b style="font-size:9px">a</div><div>b</div>'),
    ).toBe("a\nb");
  });

  it("goes on where a hidden paragraph ends though nothing says so", () => {
    for (const style of ["display:none", "font-size:0"])
      for (const after of ["<p>b", "<div>b</div>", "</div>b", "</td><td>b"])
        expect(htmlToText(`<div><p style="${style}">a${after}`)).toBe("b");
  });

  it("is in forms too, whose controls the reader takes away", () => {
    const form =
      "<select><option>a</option></select> <textarea>b &lt;</textarea><noscript>c</noscript>";
    expect(htmlToText(form)).toBe("a b <");
  });

  it("reads tags as a browser does", () => {
    expect(htmlToText('<a title=">" href=x">in</a> out')).toBe("in out");
    expect(htmlToText('<p title="a""b">text</p>')).toBe("text");
    expect(htmlToText("<!-->shown<!--->too<!-- --!><!x>end")).toBe("showntoo");
    expect(htmlToText('before <a href="never closed>gone')).toBe("before");
    expect(htmlToText("text <scr")).toBe("text");
  });

  it("has the same spaces wherever a long text is taken apart", () => {
    const word = "안녕하세요 😀\t\n세계";
    for (let before = 0; before < 20; before++) {
      const text = "x".repeat(65_536 - before) + ` \u00a0${word}  end`;
      expect(htmlToText(text)).toBe("x".repeat(65_536 - before) + " 안녕하세요 😀 세계 end");
    }
  });

  it("stops when it has enough", () => {
    const text = htmlToText("<p>word</p>".repeat(10_000), { maxLength: 300 });
    expect(text.length).toBeGreaterThanOrEqual(300);
    expect(text.length).toBeLessThan(400);
  });

  it.each([
    ["openings", "<".repeat(500_000), 500_000],
    ["open tags", "<a ".repeat(200_000), 0],
    ["elements", "<div>".repeat(200_000), 0],
    ["quotes", "<a b='".repeat(200_000), 0],
    ["comments", "<!--".repeat(200_000), 0],
    ["scripts", "<script>".repeat(100_000), 0],
    ["hidden elements", "<p hidden>".repeat(100_000), 0],
    ["elements of no size", '<p style="font-size:0">'.repeat(100_000), 0],
    ["changes of size", '<b style="font-size:0"><i style="font-size:1px">'.repeat(50_000), 0],
    ["references", "&".repeat(500_000), 500_000],
    ["equals signs", `<a ${"= ".repeat(300_000)}`, 0],
  ])("gets through 10⁵ %s", (_, html, length) => {
    expect(htmlToText(html)).toHaveLength(length);
  });

  it("gives a deep quote few marks", () => {
    const text = htmlToText("<blockquote>a".repeat(20_000));
    expect(text.length).toBeLessThan(20_000 * 40);
  });
});

describe("the blocks of a text", () => {
  it("join to the text again", () => {
    const text = "a\n\n> b\n\n> c\nd\n-- \nme\n";
    const blocks = splitQuoted(text);
    expect(blocks.map((block) => block.text).join("\n")).toBe(text);
    expect(blocks.map((block) => block.kind)).toEqual(["own", "quote", "own", "signature"]);
  });

  it.each([
    "On Mon, 3 Feb 2025 at 10:00, Ann Smith <ann@example.com> wrote:",
    "On Mon, 3 Feb 2025 at 10:00, Ann Smith\n<ann@example.com> wrote:",
    "Am 03.02.2025 um 10:00 schrieb Ann Smith:",
    "Le lun. 3 févr. 2025 à 10:00, Ann a écrit :",
    "2025년 2월 3일 (월) 오전 10:00, 김지민 <jimin@demo.test>님이 작성:",
  ])("put the introduction %j to the quote", (introduction) => {
    expect(splitQuoted(`Mine.\n\n${introduction}\n\n> Theirs.`)).toEqual([
      { kind: "own", text: "Mine.\n" },
      { kind: "quote", text: `${introduction}\n\n> Theirs.` },
    ]);
  });

  it("end a signature where the introduction of a quote begins", () => {
    const introduction = "On Mon, 3 Feb 2025 at 10:00, Ann Smith <ann@example.com> wrote:";
    expect(splitQuoted(`Mine.\n-- \nBob\n\n${introduction}\n> Theirs.`)).toEqual([
      { kind: "own", text: "Mine." },
      { kind: "signature", text: "-- \nBob\n" },
      { kind: "quote", text: `${introduction}\n> Theirs.` },
    ]);
  });

  it.each([
    "-----Original Message-----\nFrom: Ann\n\nTheirs.",
    "From: Ann Smith\nSent: Monday\nTo: Bob\nSubject: Plan\n\nTheirs.",
    "보낸 사람: 김지민\n보낸 날짜: 월요일\n받는 사람: Bob\n제목: 계획\n\n내용",
  ])("end where Outlook quotes the rest: %j", (rest) => {
    expect(splitQuoted(`Mine.\n\n${rest}`)).toEqual([
      { kind: "own", text: "Mine.\n" },
      { kind: "quote", text: rest },
    ]);
  });

  it("keep a sender's own colons and dashes", () => {
    const text = "From: here to there\nOn it goes:\n--- \nWe wrote:\nTo: be";
    expect(splitQuoted(text)).toEqual([{ kind: "own", text }]);
  });
});

describe("a preview", () => {
  it("is one line without quotes, introduction and signature", () => {
    const text = "Thanks,\n\n  see you.\n\nOn Mon, 3 Feb 2025, Ann wrote:\n> Hi\n> there\n-- \nBob";
    expect(preview(text)).toBe("Thanks, see you.");
  });

  it("shows the quote when there is nothing else", () => {
    expect(preview("> only\n> this")).toBe("only this");
  });

  it("has no rules, fillers and controls", () => {
    expect(preview("\u00adHi 👩🏽\u200d💻!")).toBe("Hi 👩🏽\u200d💻!");
    expect(preview("Sale\n========\n\u200c\u00a0\u034f\u200b \u0007now")).toBe("Sale now");
  });

  it("is at most 256 characters and never half of one", () => {
    expect(preview("abc ".repeat(200))).toHaveLength(255);
    expect(preview("x".repeat(300))).toHaveLength(256);
    expect(preview(`${"x".repeat(255)}😀😀`)).toBe("x".repeat(255));
  });
});
