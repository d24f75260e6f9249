const many = (text: string, size: number): string => text.repeat(Math.ceil(size / text.length));
const numbered = (write: (index: number) => string, size: number): string =>
  Array.from({ length: size / 8 }, (_, index) => write(index)).join("");

/** For tests: what costs a browser more than its length, or makes it crash; each of about so many characters. */
export const HOSTILE: Readonly<Record<string, (size: number) => string>> = {
  "elements inside one another": (size) => many("<div>", size),
  "end tags that close nothing": (size) => many("<div>", size / 2) + many("</p>", size / 2),
  "end tags of other elements": (size) =>
    many("<span>", size / 2) + many("</b></div></h1>", size / 2),
  "formatting that each block opens again": (size) =>
    `<p>${numbered((index) => `<b a${index}>`, size / 2)}</p>${many("<p>x", size / 2)}`,
  "formatting that its blocks keep": (size) =>
    numbered((index) => `<b a${index}>${"<div>".repeat(9)}</b>${"</div>".repeat(9)}x`, size / 8),
  "elements in a row": (size) => many("<b>x</b>", size),
  "tables in tables": (size) => many("<table><tr><td>", size),
  "tables without cells": (size) => many("<table><b>x", size),
  "lists in lists": (size) => many("<ul><li>", size),
  "wide cells": (size) => `<table><tr>${many("<td colspan=9999>", size)}`,
  attributes: (size) => `<p ${numbered((index) => `a${index}=1 `, size)}>`,
  "bodies with attributes": (size) => numbered((index) => `<body a${index}>`, size),
  "one attribute": (size) => `<p title="${many("x", size)}">`,
  "an attribute that is not closed": (size) => many("<p title='", size),
  spaces: (size) => `<p${many(" ", size)}x`,
  "equals signs": (size) => `<p ${many("= ", size)}>`,
  "names of attributes": (size) => `<p ${many("a ", size)}>`,
  comments: (size) => many("<!--", size),
  "style sheets": (size) => many("<style></style>", size),
  "an open style sheet": (size) => many("<style>", size),
  "foreign content": (size) => many("<svg><g>", size),
  "foreign content in and out": (size) => many("<svg></svg><math></math>", size),
  links: (size) => many("<a href=x>", size),
  pictures: (size) => many("<img src=x>", size),
  "lines as they stand": (size) => `<pre>${many("\n", size)}`,
  "imports without an end": (size) => `<style>${many("@import url(", size)}</style>`,
  "media inside one another": (size) => `<style>${many("@media x{", size)}</style>`,
  "brackets of styles": (size) => `<style>a${many(":is(", size)}</style>`,
  "rules for all that come before": (size) =>
    `<style>${many("*~*{}:has(*)~*{}", size / 2)}</style>${many("<i>", size / 2)}`,
  "rules of many parts": (size) =>
    `<style>${many("div * b i,*>*>i{color:red}", size / 2)}</style>${many("<p><b><i>x</i></b>", size / 2)}`,
  "words before all": (size) =>
    `<style>*::before{content:"${many("x ", 1000)}"}</style>${many("<i>x</i>", size)}`,
  "columns in columns": (size) => many(`<div style="columns:2">x `, size),
  "boxes in lines": (size) => many(`<div style="display:inline-block">`, size),
  "values that stand in each other": (size) =>
    `<style>*{--a0:x;${numbered((index) => `--a${index + 1}:var(--a${index}) var(--a${index});`, size)}}</style><i>x`,
  "a long picture in a style": (size) =>
    `<style>*{background:url(data:image/png;base64,${many("A", size / 2)})}</style>${many("<i>x</i>", size / 2)}`,
  layers: (size) => many(`<i style="will-change:transform;position:absolute">x</i>`, size),
  "quotes in quotes": (size) => many(`<blockquote type=cite>x`, size),
  "quotes in a row": (size) => many(`x<blockquote type=cite>y</blockquote>`, size),
  "tables that are too wide": (size) => many(`<table width=9000><tr><td>x</table>`, size),
  "sizes of one picture": (size) => many(`<img srcset="${many(" ", 4000)}">`, size),
  "signs on one letter": (size) => `a${many("&#769;", size)}`,
  "letters without a space": (size) => many("\u0e01", size),
  signs: (size) => many("<", size),
  references: (size) => many("&", size),
};
