/** Whether HTML comes from Word, Outlook or Excel, which write it in their own way. */
export function isOffice(html: string): boolean {
  return /urn:schemas-microsoft-com:office|class="?Mso|mso-(?:list|bidi|fareast)/.test(html);
}

/**
 * What office programs put on the clipboard, as other programs write it: their lists are paragraphs with drawn bullets,
 * their lines paragraphs without a margin that a style sheet takes away. Has yet to be made safe.
 */
export function tidyOffice(html: string): string {
  const page = new DOMParser().parseFromString(html, "text/html");
  makeLists(page);
  for (const line of page.querySelectorAll("p.MsoNormal, p.MsoNoSpacing"))
    line.replaceWith(copyAs(page, "div", line));
  for (const one of page.querySelectorAll<HTMLElement>("[class^=Mso], [style]")) {
    if (one.className.startsWith("Mso")) one.removeAttribute("class");
    const kept = (one.getAttribute("style") ?? "")
      .split(";")
      .filter((rule) => !/^\s*(?:mso-|text-indent)/.test(rule) && !rule.includes("windowtext"))
      .join(";");
    if (kept.trim()) one.setAttribute("style", kept);
    else one.removeAttribute("style");
  }
  // They lie on the disk of who copied.
  for (const picture of page.querySelectorAll('img[src^="file:"], img:not([src])'))
    picture.remove();
  return page.body.innerHTML;
}

function makeLists(page: Document): void {
  /** The lists that are open, the outermost first. */
  let open: Element[] = [];
  let last: Element | null = null;
  for (const line of page.querySelectorAll<HTMLElement>('p[style*="mso-list"]')) {
    const level = Number(/level(\d)/.exec(line.getAttribute("style") ?? "")?.[1] ?? 1);
    const marks = line.querySelectorAll('[style*="mso-list:Ignore" i]');
    const isNumbered = /^\s*[\da-z]{1,4}[.)]/i.test(marks[0]?.textContent ?? "");
    // Other text between them ends a list.
    if (!last || last.nextElementSibling !== line) open = [];
    for (const mark of marks) mark.remove();
    open = open.slice(0, level);
    const item = copyAs(page, "li", line);
    item.removeAttribute("style");
    while (open.length < level) {
      const list = page.createElement(isNumbered ? "ol" : "ul");
      const parent = open.at(-1);
      if (parent) (parent.lastElementChild ?? parent).append(list);
      else line.before(list);
      open.push(list);
    }
    open.at(-1)!.append(item);
    last = open[0]!;
    line.remove();
  }
}

function copyAs(page: Document, tag: string, element: Element): HTMLElement {
  const copy = page.createElement(tag);
  for (const { name, value } of element.attributes)
    if (name !== "class") copy.setAttribute(name, value);
  copy.append(...element.childNodes);
  return copy;
}
