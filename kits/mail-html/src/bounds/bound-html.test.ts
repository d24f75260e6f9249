import { expect, test } from "vitest";
import { boundHtml } from "./bound-html.ts";
import { HOSTILE } from "./hostile.ts";

const html = (text: string): string => boundHtml(text).html;

test.each([
  ["<p>One<p>Two", "<p>One</p><p>Two</p>"],
  ["<ul><li>a<li>b</ul>c", "<ul><li>a</li><li>b</li></ul>c"],
  ["<ul><li>a<ul><li>b</ul><li>c</ul>", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>"],
  ["<dl><dt>a<dd>b<dt>c</dl>", "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>"],
  [
    "<table><tr><td>a<td>b<tr><td>c</table>d",
    "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>d",
  ],
  [
    "<table><tr><td><div>a</td></div></tr></table>",
    "<table><tr><td><div>a</div></td></tr></table>",
  ],
  [
    "<table><tr><table><tr><td>a</table>",
    "<table><tr></tr></table><table><tr><td>a</td></tr></table>",
  ],
  ["<p><table></table>a", "<p><table></table>a</p>"],
  ["<!doctype html><p><table></table>a", "<p></p><table></table>a"],
  ["<p><b>a</p><p>b</b>c</p>", "<p><b>a</b></p><p><b>b</b>c</p>"],
  [
    "<div><table><tr><td><b>a</div>b</td><td>c",
    "<div><table><tr><td><b>ab</b></td><td>c</td></tr></table></div>",
  ],
  ["<b><div>a</b>b</div>", "<b><div>a</b>b</div>"],
  ["<h1>a<h2>b</h1>c", "<h1>a</h1><h2>b</h2>c"],
  ["<span><div>a</span>b</div>c", "<span><div>ab</div>c</span>"],
  ["<a href=x>a<a href=y>b</a>", '<a href="x">a</a><a href="y">b</a>'],
  ["a</p>b</br>c</div>d<td>e", "a<p></p>b<br>cde"],
  [`<p title='"' class=a b CLASS=c>&amp;<`, '<p title="&quot;" class="a" b="">&amp;&lt;</p>'],
  ["<!-- <b> --><o:p>a</o:p><unknown>b</unknown>", "ab"],
  ["<svg><p>a<svg></svg></svg>b<math><mi>c</math>", "b"],
  ["<script>a</script><title>b</title><textarea><b></textarea>", "&lt;b>"],
  ["<body bgcolor=red>a<body class=b>", '<body bgcolor="red">a'],
  ["<td>a</td><table><td colspan=100000>b</table>", 'a<table><td colspan="100">b</td></table>'],
])("%j is %j", (written, bounded) => expect(html(written)).toBe(bounded));

test("style sheets are handed out, whatever they hold", () => {
  const { html, styles } = boundHtml("a<style>b{}</style>c<STYLE media=x><!-- </style >d<style>e");
  expect([html, styles]).toEqual(["acd", ["b{}", "<!-- ", "e"]]);
});

test.each(Object.entries(HOSTILE))("%s stay within the limits", (_, write) => {
  const size = 400_000;
  const { html, elements, isCut } = boundHtml(write(size));
  const names = [...html.matchAll(/<(\/?)([a-z]\w*)[^>]*>/g)];
  let [depth, deepest] = [0, 0];
  for (const [, end, name] of names)
    if (!/^(?:br|hr|img|body)$/.test(name!)) {
      depth += end === "/" ? -1 : 1;
      deepest = Math.max(deepest, depth);
    }
  expect(depth).toBe(0);
  expect(deepest).toBeLessThanOrEqual(150);
  const starts = names.filter(([, end]) => end === "").length;
  expect(starts).toBeLessThanOrEqual(elements + 1);
  expect(elements).toBeLessThan(20_200);
  expect(html.length).toBeLessThan(5 * size + 100);
  expect(isCut || starts < 20_000).toBe(true);
});

test("pictures of its own do not make a text too long", () => {
  const picture = `<img src="data:image/png;base64,${"A".repeat(2_000_000)}">`;
  expect(boundHtml(`${picture}words`)).toMatchObject({ html: `${picture}words`, isCut: false });
});

test("what is too long, too deep or too much is said to be cut, and nothing else is", () => {
  expect(boundHtml("x".repeat(1_000_001))).toMatchObject({ isCut: true });
  expect(boundHtml("<div>".repeat(151)).isCut).toBe(true);
  expect(boundHtml("<b>".repeat(31)).isCut).toBe(true);
  expect(boundHtml("<br>".repeat(20_001)).isCut).toBe(true);
  expect(boundHtml(`<a href="${"x".repeat(8001)}">`).isCut).toBe(true);
  expect(boundHtml(`<p>${"<div><b>x</b></div>".repeat(5000)}</p>`).isCut).toBe(false);
});

test("words beyond the depth stay, and their end tags close nothing else", () => {
  const text = html(`${"<div>".repeat(160)}deep${"</div>".repeat(160)}after`);
  expect(text).toBe(`${"<div>".repeat(150)}deep${"</div>".repeat(150)}after`);
});
