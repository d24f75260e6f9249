import type { RequestProblem, UploadResponse } from "@atrium/contract/types/wire";
import { NotSignedIn, RequestRefused, Unreachable } from "./errors.ts";
import type { UploadOptions } from "./transport.ts";

/** Uploads bytes (RFC 8620 §6.1). By XMLHttpRequest, because `fetch` reports no progress of sending. */
export function uploadBlob(
  url: string,
  body: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<UploadResponse> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    const end = (settle: () => void) => () => {
      signal?.removeEventListener("abort", abort);
      settle();
    };
    request.open("POST", url);
    request.setRequestHeader("content-type", body.type || "application/octet-stream");
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded }) => onProgress?.(loaded));
    request.addEventListener(
      "load",
      end(() => {
        const answer: unknown = request.response;
        if (request.status === 200 || request.status === 201) resolve(answer as UploadResponse);
        else if (request.status === 401) reject(new NotSignedIn("Nobody is signed in"));
        // It was reached, and would not have it.
        else if (isProblem(answer)) reject(new RequestRefused(answer));
        else reject(new Unreachable(`The upload answered ${request.status}`));
      }),
    );
    request.addEventListener(
      "error",
      end(() => reject(new Unreachable("The upload broke off"))),
    );
    request.addEventListener(
      "abort",
      end(() => reject(new DOMException("The upload was cancelled", "AbortError"))),
    );
    if (signal?.aborted) {
      reject(new DOMException("The upload was cancelled", "AbortError"));
      return;
    }
    signal?.addEventListener("abort", abort);
    request.send(body);
  });
}

/** RFC 7807, as RFC 8620 §3.6.1 uses it. */
function isProblem(answer: unknown): answer is RequestProblem {
  const status = (answer as { readonly status?: unknown } | null)?.status;
  return typeof status === "number" && status >= 400 && status < 500;
}
