import type { JmapClient } from "@atrium/jmap";
import type { Attachment, Draft } from "../draft/draft.ts";

/** What a picture may be to stand in the text; anything else goes along as a file. */
export const isPicture = (type: string): boolean =>
  /^image\/(?:png|jpe?g|gif|webp|avif)$/i.test(type);

/** Pictures inside the text: in the editor by an address of this window, in the message by their Content-ID. */
export class Pictures {
  readonly #addresses = new Map<string, string>();
  readonly #client: JmapClient;

  constructor(client: JmapClient) {
    this.#client = client;
  }

  /** An address for a picture that was just put in. */
  hold(cid: string, file: Blob): string {
    const url = URL.createObjectURL(file);
    this.#addresses.set(cid, url);
    return url;
  }

  /** HTML of a draft as the editor shows it; pictures that are not here yet come by `load`. */
  toEditor(html: string): string {
    if (!/cid:/i.test(html)) return html;
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const picture of page.querySelectorAll<HTMLImageElement>('img[src^="cid:" i]')) {
      const cid = decoded(picture.getAttribute("src")!.slice(4));
      picture.dataset["cid"] = cid;
      picture.setAttribute(
        "src",
        this.#addresses.get(cid) ?? "data:image/gif;base64,R0lGODlhAQABAAAAACw=",
      );
    }
    return page.body.innerHTML;
  }

  /** HTML of the editor as the message has it. */
  fromEditor(html: string): string {
    if (!html.includes("data-cid")) return html;
    const page = new DOMParser().parseFromString(html, "text/html");
    for (const picture of page.querySelectorAll<HTMLImageElement>("img[data-cid]")) {
      picture.setAttribute("src", `cid:${picture.dataset["cid"]}`);
      picture.removeAttribute("data-cid");
    }
    return page.body.innerHTML;
  }

  /** Fetches the pictures of a stored draft and shows them. */
  async load(draft: Draft, element: HTMLElement): Promise<void> {
    await Promise.all(
      draft.attachments.map(async (one) => {
        if (one.cid === null || this.#addresses.has(one.cid)) return;
        const blob = one.file ?? (await this.#fetch(draft.accountId, one));
        if (blob) this.hold(one.cid, blob);
      }),
    );
    for (const picture of element.querySelectorAll<HTMLImageElement>("img[data-cid]")) {
      const url = this.#addresses.get(picture.dataset["cid"] ?? "");
      if (url !== undefined && picture.src !== url) picture.src = url;
    }
  }

  async #fetch(accountId: string, { blobId, name, type }: Attachment): Promise<Blob | undefined> {
    if (blobId === undefined || !isPicture(type)) return undefined;
    await this.#client.session();
    const response = await fetch(this.#client.downloadUrl(accountId, blobId, name, type));
    return response.ok ? new Blob([await response.arrayBuffer()], { type }) : undefined;
  }

  release(): void {
    for (const url of this.#addresses.values()) URL.revokeObjectURL(url);
    this.#addresses.clear();
  }
}

function decoded(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}
