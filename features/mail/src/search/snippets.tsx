import type { SearchSnippet } from "@atrium/contract/types/search-snippet";
import type { JsonObject } from "@atrium/contract/types/wire";
import type { JmapClient } from "@atrium/jmap";
import {
  createContext,
  use,
  useCallback,
  useMemo,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import { useMail } from "../mail.tsx";
import { piecesWithoutReply } from "../email/subject.ts";
import type { MailList } from "../mail-screen/mail-list.ts";
import { marksOf, nearMark, type Piece } from "./marks.ts";

/** By account. */
type Stores = ReadonlyMap<string, SnippetStore>;

const Context = createContext<Stores | undefined>(undefined);

/** Below it rows show what of them was found. `list` is the one that was searched for; without it nothing is marked. */
export function Snippets({
  list,
  children,
}: {
  readonly list: MailList | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { client } = useMail();
  const query = list?.query;
  const stores = useMemo(
    () =>
      new Map(
        list?.shares.flatMap(({ account, query: { definition } }) =>
          definition.filter && asksWords(definition.filter)
            ? [[account.id, new SnippetStore(client, account.id, definition.filter)] as const]
            : [],
        ),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the filters are those of the query
    [client, query],
  );
  return <Context value={stores}>{children}</Context>;
}

/** What of a message was found, with marks; `null` where nothing was. Asked for when a row comes into sight. */
export function useSnippet(
  id: string,
): { readonly subject: ReactNode | null; readonly preview: ReactNode | null } | undefined {
  const { account } = useMail();
  const store = use(Context)?.get(account.id);
  const subscribe = useCallback(
    (listener: () => void) => store?.subscribe(id, listener) ?? (() => undefined),
    [store, id],
  );
  const snippet = useSyncExternalStore(subscribe, () => store?.get(id));
  return useMemo(
    () =>
      snippet && {
        subject:
          snippet.subject === null ? null : marked(piecesWithoutReply(marksOf(snippet.subject))),
        preview: snippet.preview === null ? null : marked(nearMark(marksOf(snippet.preview))),
      },
    [snippet],
  );
}

/** Whether words are looked for at all; else nothing can be marked. */
function asksWords(filter: JsonObject): boolean {
  const parts = filter["conditions"];
  return Array.isArray(parts)
    ? parts.some((part: JsonObject) => asksWords(part))
    : "text" in filter || "subject" in filter || "body" in filter;
}

function marked(pieces: readonly Piece[]): ReactNode {
  return pieces.map(({ text, isMarked }, at) =>
    // oxlint-disable-next-line react/no-array-index-key -- pieces of one text
    isMarked ? <mark key={at}>{text}</mark> : text,
  );
}

/** How many rows are asked for at once (RFC 8620 §2, `maxObjectsInGet`, is far more; each needs its whole message). */
const MOST = 50;

/** Snippets of one search, fetched for the rows that are drawn, together. */
class SnippetStore {
  readonly #client: JmapClient;
  readonly #accountId: string;
  readonly #filter: JsonObject;
  readonly #known = new Map<string, SearchSnippet>();
  readonly #asked = new Set<string>();
  readonly #waiting = new Set<string>();
  readonly #listeners = new Map<string, Set<() => void>>();
  #isSoon = false;

  constructor(client: JmapClient, accountId: string, filter: JsonObject) {
    this.#client = client;
    this.#accountId = accountId;
    this.#filter = filter;
  }

  get(id: string): SearchSnippet | undefined {
    return this.#known.get(id);
  }

  subscribe(id: string, listener: () => void): () => void {
    const listeners = this.#listeners.get(id) ?? new Set();
    this.#listeners.set(id, listeners.add(listener));
    this.#want(id);
    return () => {
      listeners.delete(listener);
      // Scrolled past before it was asked for.
      if (listeners.size === 0) this.#waiting.delete(id);
    };
  }

  #want(id: string): void {
    if (this.#asked.has(id)) return;
    this.#waiting.add(id);
    this.#soon();
  }

  #soon(): void {
    if (this.#isSoon) return;
    this.#isSoon = true;
    setTimeout(() => void this.#fetch(), 40);
  }

  async #fetch(): Promise<void> {
    this.#isSoon = false;
    const ids = [...this.#waiting].slice(0, MOST);
    for (const id of ids) {
      this.#waiting.delete(id);
      this.#asked.add(id);
    }
    if (this.#waiting.size > 0) this.#soon();
    if (ids.length === 0) return;
    try {
      const { list } = await this.#client.call("SearchSnippet/get", {
        accountId: this.#accountId,
        filter: this.#filter,
        emailIds: ids,
      });
      for (const snippet of list) {
        this.#known.set(snippet.emailId, snippet);
        for (const listener of this.#listeners.get(snippet.emailId) ?? []) listener();
      }
    } catch {
      // Without marks the row says what it always says; the next look asks again.
      for (const id of ids) this.#asked.delete(id);
    }
  }
}
