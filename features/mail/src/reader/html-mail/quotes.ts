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

/**
 * Folds what a mail quotes of earlier ones behind a `details` element, which opens without a script. A mail that says
 * nothing but the quotation is left as it is.
 */
export function foldQuotes(body: HTMLElement, labels: { readonly show: string }): void {
  for (const quote of body.querySelectorAll<HTMLElement>(QUOTES)) {
    if (quote.closest("details")) continue;
    if (!mayFold(body, quote)) continue;
    fold([quote], labels);
  }
  const place = body.querySelector<HTMLElement>(PLACES) ?? outlookPlace(body);
  if (place && !place.closest("details") && mayFold(body, place)) fold(followers(place), labels);
}

/** The bordered block that holds Outlook's fields, or what stands around it alone. */
function outlookPlace(body: HTMLElement): HTMLElement | undefined {
  for (const block of body.querySelectorAll<HTMLElement>("div[style*=border-top]"))
    if (FIELDS.test(textOf(block))) {
      const around = block.parentElement!;
      return around !== body && textOf(around) === textOf(block) ? around : block;
    }
  return undefined;
}

function mayFold(body: HTMLElement, quote: HTMLElement): boolean {
  if (FORWARDED.test(textOf(quote))) return false;
  const before = body.ownerDocument.createRange();
  before.setStart(body, 0);
  before.setEndBefore(quote);
  return before.toString().trim() !== "" && textOf(quote) !== "";
}

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
