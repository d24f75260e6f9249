import { fillText, type Values } from "@atrium/formats/placeholders";

/** Puts what is known into the texts of HTML, as text. */
export function fillHtml(html: string, values: Values): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  const walker = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    node.nodeValue = fillText(node.nodeValue ?? "", values);
  return page.body.innerHTML;
}
