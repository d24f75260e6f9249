import { PREVIEW_LIMITS } from "./limits.ts";

const MOST = PREVIEW_LIMITS.textShown;

export interface Beginning {
  readonly text: string;
  /** There is more. */
  readonly isCut: boolean;
}

/** The beginning of a blob as text, in UTF-8 or, where it is none, in what Windows wrote. */
export async function readBeginning(href: string, signal: AbortSignal): Promise<Beginning> {
  const response = await fetch(href, { signal, headers: { range: `bytes=0-${MOST - 1}` } });
  if (!response.ok) throw new Error(`The server answers ${response.status}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  const total = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ?? 0);
  const cut = bytes.subarray(0, MOST);
  return { text: decode(cut), isCut: total > cut.length || bytes.length > MOST };
}

function decode(bytes: Uint8Array): string {
  try {
    // A sign that is cut in two at the end is not the file's fault.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
