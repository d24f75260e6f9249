import type { OfficeFault, OfficeText } from "@atrium/formats/office";
import { PREVIEW_LIMITS } from "./limits.ts";

export type OfficeAnswer = OfficeText | { readonly fault: OfficeFault };

/** The text of an office file. What takes too long to read is given up. Rejects when no worker can be started. */
export async function readOfficeFile(href: string, signal: AbortSignal): Promise<OfficeAnswer> {
  const response = await fetch(href, { signal });
  if (!response.ok) throw new Error(`The server answers ${response.status}`);
  const bytes = await response.arrayBuffer();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const worker = new Worker(new URL("./office.worker.ts", import.meta.url));
  try {
    return await new Promise<OfficeAnswer>((resolve, reject) => {
      timer = setTimeout(() => resolve({ fault: "tooLarge" }), PREVIEW_LIMITS.officeTime);
      worker.addEventListener("message", ({ data }: MessageEvent<OfficeAnswer>) => resolve(data));
      worker.addEventListener("error", () => reject(new Error("The worker did not start")));
      signal.addEventListener("abort", () => reject(new Error("Nobody waits any more")));
      worker.postMessage(bytes, [bytes]);
    });
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
