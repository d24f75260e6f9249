import { fileLinkPath } from "@atrium/contract/share-file";
import type { OpenLink, SeenNode } from "../../../features/drive/index.ts";
import { formatBytes, formatDate, formatNumber } from "../format.ts";
import { layout, type Frame, type PublicPage } from "../layout.ts";
import { ENTRIES_SHOWN } from "../limits.ts";
import { markup, type Markup } from "../markup.ts";
import { shownAs } from "./shown.ts";
import { WORDS } from "./strings.ts";

/** A page about one thing that is said. */
const saying = (frame: Frame, title: string, text: string): PublicPage =>
  layout(frame, { title, narrow: true, main: markup`<h1>${title}</h1><p>${text}</p>` });

/** The same whatever is wrong with a link. */
export function notValidPage(frame: Frame): PublicPage {
  const { notValid, notValidWhy } = WORDS[frame.language];
  return saying(frame, notValid, notValidWhy);
}

/** @param seconds after which it may be tried again */
export function tooManyPage(frame: Frame, seconds: number): PublicPage {
  const words = WORDS[frame.language];
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const why = words.tooManyWhy(formatNumber(frame.language, minutes), minutes === 1);
  return saying(frame, words.tooMany, why);
}

export function failedPage(frame: Frame): PublicPage {
  const { failed, failedWhy } = WORDS[frame.language];
  return saying(frame, failed, failedWhy);
}

/** @param address that the form is sent to, and that opens after it */
export function passwordPage(frame: Frame, address: string, isWrong: boolean): PublicPage {
  const words = WORDS[frame.language];
  const state = isWrong && markup` aria-invalid="true" aria-describedby="wrong"`;
  const wrong =
    isWrong && markup`<p class="wrong" id="wrong" role="alert">${words.wrongPassword}</p>`;
  const main = markup`<h1>${words.passwordTitle}</h1><p>${words.passwordWhy}</p>
<form method="post" action="${address}"><label for="password">${words.password}</label>
<input id="password" name="password" type="password" required maxlength="1000" autocomplete="off" autofocus${state}>${wrong}
<button class="primary">${words.open}</button></form>`;
  return layout(frame, { title: words.passwordTitle, narrow: true, main });
}

/** What a page of a link shows. */
export interface Place {
  readonly token: string;
  readonly link: Pick<OpenLink, "mode" | "nodeId">;
  readonly node: SeenNode;
  /** The folders above it, as far as the link reaches, the outermost first. */
  readonly above: readonly Pick<SeenNode, "id" | "name">[];
}

const addressOf = ({ token, link }: Place, id: string): string =>
  id === link.nodeId ? fileLinkPath(token) : `${fileLinkPath(token)}/${id}`;

const underneath = ({ token }: Place, id: string, what: "download" | "content"): string =>
  `${fileLinkPath(token)}/${id}/${what}`;

function path(frame: Frame, place: Place): Markup | false {
  if (place.above.length === 0) return false;
  const steps = place.above.map(
    ({ id, name }) => markup`<li><a href="${addressOf(place, id)}">${name}</a></li>`,
  );
  const own = markup`<li aria-current="page">${place.node.name}</li>`;
  return markup`<nav aria-label="${WORDS[frame.language].path}"><ol>${steps}${own}</ol></nav>`;
}

/** The press of a button is what counts, and what nothing does that only follows links. */
const downloadForm = (place: Place, id: string, button: Markup): Markup | false =>
  place.link.mode === "download" &&
  markup`<form method="post" action="${underneath(place, id, "download")}">${button}</form>`;

function head(place: Place, about: string, button: Markup | null): Markup {
  const form = button !== null && downloadForm(place, place.node.id, button);
  return markup`<div class="head"><div><h1>${place.node.name}</h1><p>${about}</p></div>${form}</div>`;
}

export interface Listing {
  readonly nodes: readonly SeenNode[];
  readonly total: number;
  /** How many come before these. */
  readonly position: number;
}

export function folderPage(frame: Frame, place: Place, listing: Listing): PublicPage {
  const { language } = frame;
  const words = WORDS[language];
  const { total } = listing;
  const button = total > 0 ? markup`<button class="primary">${words.downloadAll}</button>` : null;
  const about = words.items(formatNumber(language, total), total === 1);
  const content = total > 0 ? table(frame, place, listing) : markup`<p>${words.empty}</p>`;
  const main = markup`${path(frame, place)}${head(place, about, button)}${content}${pager(frame, place, listing)}`;
  return layout(frame, { title: place.node.name, main });
}

function table(frame: Frame, place: Place, { nodes }: Listing): Markup {
  const { name, size, modified, download } = WORDS[frame.language];
  const last =
    place.link.mode === "download" &&
    markup`<th scope="col"><span class="hidden">${download}</span></th>`;
  return markup`<table><thead><tr><th scope="col">${name}</th><th scope="col" class="end">${size}</th><th scope="col" class="end date">${modified}</th>${last}</tr></thead>
<tbody>${nodes.map((node) => row(frame, place, node))}</tbody></table>`;
}

function row(frame: Frame, place: Place, node: SeenNode): Markup {
  const { language } = frame;
  const words = WORDS[language];
  const isFolder = node.nodeType === "directory";
  const size = isFolder ? words.folder : formatBytes(language, node.size ?? 0);
  const label = words.downloadNamed(node.name);
  const button = markup`<button aria-label="${label}">${words.download}</button>`;
  const form = downloadForm(place, node.id, button);
  return markup`<tr><td><a href="${addressOf(place, node.id)}">${node.name}</a></td><td class="end">${size}</td><td class="end date">${formatDate(language, node.modified)}</td>${form && markup`<td class="end">${form}</td>`}</tr>
`;
}

function pager(frame: Frame, place: Place, { total, position }: Listing): Markup | false {
  const { pages, previous, next } = WORDS[frame.language];
  const to = (from: number, words: string): Markup =>
    markup`<a class="button" href="${addressOf(place, place.node.id)}?from=${from}">${words}</a>`;
  const after = position + ENTRIES_SHOWN;
  if (position === 0 && after >= total) return false;
  const back =
    position > 0 ? to(Math.max(0, position - ENTRIES_SHOWN), previous) : markup`<span></span>`;
  return markup`<nav class="pages" aria-label="${pages}">${back}${after < total && to(after, next)}</nav>`;
}

/** @param text the beginning of a file that is shown as text, and whether there is more of it */
export function filePage(
  frame: Frame,
  place: Place,
  text: { readonly beginning: string; readonly isCut: boolean } | null,
): PublicPage {
  const { language } = frame;
  const { node } = place;
  const about = `${formatBytes(language, node.size ?? 0)} · ${formatDate(language, node.modified)}`;
  const button = markup`<button class="primary">${WORDS[language].download}</button>`;
  const main = markup`${path(frame, place)}${head(place, about, button)}<div class="shown">${shown(frame, place, text)}</div>`;
  return layout(frame, { title: node.name, main });
}

function shown(frame: Frame, place: Place, text: Parameters<typeof filePage>[2]): Markup {
  const words = WORDS[frame.language];
  const { node, link } = place;
  const address = underneath(place, node.id, "content");
  if (text !== null)
    // The first line end in a `pre` is left out.
    return markup`<pre tabindex="0">
${text.beginning}</pre>${text.isCut && markup`<p>${words.cut}</p>`}`;
  switch (shownAs(node)) {
    case "image":
      return markup`<img src="${address}" alt="${node.name}">`;
    case "audio":
      return markup`<audio src="${address}" controls preload="metadata"></audio>`;
    case "video":
      return markup`<video src="${address}" controls preload="metadata"></video>`;
    case "pdf":
      return markup`<a class="button" href="${address}" target="_blank" rel="noreferrer">${words.openFile}</a>`;
    default:
      return markup`<p>${link.mode === "view" ? words.notShownViewOnly : words.notShown}</p>`;
  }
}
