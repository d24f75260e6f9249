import { readOffice } from "@atrium/formats/office";

/** Reads an office file, which a stranger has sent, where it can neither reach nor hold up the page. */
addEventListener("message", ({ data }: MessageEvent<ArrayBuffer>) => {
  readOffice(new Uint8Array(data)).then(
    (found) => postMessage(found),
    () => postMessage({ fault: "unreadable" }),
  );
});
