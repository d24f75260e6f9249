/** What mail programs put around the mail that is answered. */
const QUOTES = [
  "blockquote[type=cite]",
  "blockquote.gmail_quote",
  "div.gmail_quote",
  "div.gmail_quote_container",
  "div.yahoo_quoted",
  "div.protonmail_quote",
  "div.zmail_extra",
  "div.tutanota_quote",
  "blockquote.tutanota_quote",
  "div[id=mail-editor-reference-message-container]",
  "div[id=isForwardContent]",
].join(",");
/** Outlook marks the place alone: everything that follows it is the earlier mail. */
const PLACES =
  "div[id=appendonsend], div[id=divRplyFwdMsg], div[id=x_divRplyFwdMsg], div.OutlookMessageHeader";
/** Outlook for Windows marks not even that: a line above, and then the fields. */
const FIELDS = /^\s*(?:From|Von|De|보낸\s*사람|보낸이|差出人)\s*:/i;
/** What is passed on is what the mail is about. */
const FORWARDED =
  /^[\s-]*(?:Forwarded message|Begin forwarded message|Weitergeleitete Nachricht|전달된 메일|전달된 메시지)/i;

/** Quotes that are folded; more are none that a person reads. */
const MOST = 200;
/** Characters of a quote that identify it. */
const BEGINNING = 200;

/**
 * Folds what a mail quotes of earlier ones behind a `details` element, which opens without a script. A mail that says
 * nothing but the quotation is left as it is.
 */
export function foldQuotes(body: HTMLElement, labels: { readonly show: string }): void {
  const first = firstWords(body);
  if (!first) return;
  for (const quote of [...body.querySelectorAll<HTMLElement>(QUOTES)].slice(0, MOST))
    if (!quote.closest("details") && mayFold(first, quote)) fold([quote], labels);
  const place = body.querySelector<HTMLElement>(PLACES) ?? outlookPlace(body);
  if (place && !place.closest("details") && mayFold(first, place)) fold(followers(place), labels);
}

/** The bordered block that holds Outlook's fields, or what stands around it alone. */
function outlookPlace(body: HTMLElement): HTMLElement | undefined {
  const blocks = [...body.querySelectorAll<HTMLElement>("div[style*=border-top]")];
  const block = blocks.slice(0, MOST).find((one) => FIELDS.test(beginningOf(one)));
  if (!block) return undefined;
  const around = block.parentElement!;
  return around !== body && textOf(around) === textOf(block) ? around : block;
}

/** Something is said before it, and it says something itself. */
function mayFold(first: Text, quote: HTMLElement): boolean {
  const isBefore = first.compareDocumentPosition(quote) & Node.DOCUMENT_POSITION_FOLLOWING;
  const beginning = beginningOf(quote);
  return isBefore !== 0 && beginning !== "" && !FORWARDED.test(beginning);
}

function firstWords(element: HTMLElement): Text | undefined {
  const texts = textsOf(element);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    if (/\S/.test(text.data)) return text;
  }
  return undefined;
}

function beginningOf(element: HTMLElement): string {
  const texts = textsOf(element);
  let words = "";
  while (words.length < BEGINNING && texts.nextNode()) {
    const { data } = texts.currentNode as Text;
    words += (words === "" ? data.trimStart() : data).slice(0, BEGINNING);
  }
  return words.trim();
}

const textsOf = (element: HTMLElement): TreeWalker =>
  element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);

const textOf = ({ textContent }: Element): string => textContent.trim();

/** An element and all that comes after it beside it. */
function followers(first: HTMLElement): Node[] {
  const all: Node[] = [];
  for (let node: Node | null = first; node; node = node.nextSibling) all.push(node);
  return all;
}

function fold(nodes: readonly Node[], { show }: { readonly show: string }): void {
  const document = nodes[0]!.ownerDocument!;
  const details = document.createElement("details");
  details.dataset["quote"] = "";
  const summary = document.createElement("summary");
  summary.setAttribute("aria-label", show);
  summary.title = show;
  summary.textContent = "•••";
  details.append(summary);
  nodes[0]!.parentNode!.insertBefore(details, nodes[0]!);
  details.append(...nodes);
}
