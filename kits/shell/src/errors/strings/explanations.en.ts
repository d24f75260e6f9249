import type { LoadErrorCode } from "@atrium/contract/errors";
import type { LoadErrorExplanation } from "../explanations.ts";

const person =
  "Choose “Try again”. If the card comes back, check your connection; the rest of the page keeps working meanwhile.";

export const explanations: Record<LoadErrorCode, LoadErrorExplanation> = {
  "RUNTIME-001": {
    cause:
      "The remote’s entry script ran, but did not put its container where the host looks for it.",
    notRaised:
      "This installation does not raise this code: it reports such an entry script as RUNTIME-008.",
    help: [
      person,
      "Administrators: the file behind the manifest’s remoteEntry is not the one that belongs to the manifest. Build the remote again and serve manifest and entry from the same build.",
    ],
  },
  "RUNTIME-002": {
    cause:
      "The remote’s entry script loaded, but has no init function, or init failed or did not finish in time.",
    help: [
      person,
      "Administrators: look at the browser’s console for the remote’s own error. Usually the remote was built against other versions of the shared libraries; build host and remote from the same release.",
    ],
  },
  "RUNTIME-003": {
    cause:
      "The remote’s manifest could not be fetched within 20 seconds, answered an error, or is not a federation manifest.",
    help: [
      person,
      "Administrators: open the manifest’s address (ATRIUM_DRIVE_URL, or /remotes/drive/mf-manifest.json) in a browser. It must answer 200 with JSON, and from another origin with CORS headers for this one.",
    ],
  },
  "RUNTIME-004": {
    cause: "The host was asked for a remote that nobody registered.",
    notRaised:
      "This installation does not raise this code: every document names drive, or says that it is switched off (REMOTE-001).",
    help: [person, "Administrators: check ATRIUM_DRIVE_URL and start the server again."],
  },
  "RUNTIME-005": {
    cause: "A shared library was asked for at once although it is still on its way.",
    help: [
      "Load the page again. Save what you are writing first; drafts are kept.",
      "Administrators: host and remote share libraries in different ways; build both from the same release.",
    ],
  },
  "RUNTIME-006": {
    cause: "A shared library was asked for that the host does not offer, or not yet.",
    help: [
      "Load the page again. Save what you are writing first; drafts are kept.",
      "Administrators: the remote shares a library that this host’s release does not know; build both from the same release.",
    ],
  },
  "RUNTIME-007": {
    cause:
      "A remote was registered by a version only, and no snapshot says where that version lives.",
    notRaised:
      "This installation does not raise this code: it only ever registers drive by its full address.",
    help: [person, "Administrators: give the remote’s address in full by ATRIUM_DRIVE_URL."],
  },
  "RUNTIME-008": {
    cause:
      "The remote’s entry script did not load: the network failed, the server answered an error, the script is broken, or 20 seconds passed.",
    help: [
      person,
      "Administrators: open the remote’s folder in a browser and look whether remoteEntry.js answers 200 as JavaScript. A proxy or content filter may hold it back.",
    ],
  },
  "TYPE-001": {
    cause: "While a remote was built, its type descriptions could not be made.",
    notRaised:
      "This installation does not raise this code: its remote is built without type descriptions.",
    help: [
      "You need not do anything; the running program does not use them.",
      "Administrators: the build’s log names the file whose types are wrong.",
    ],
  },
  "BUILD-001": {
    cause:
      "A remote was built without the module that the host asks of it, so the remote does not hold it.",
    help: [
      person,
      "Administrators: the remote exposes other modules than this host’s release expects; build both from the same release.",
    ],
  },
  "REMOTE-001": {
    cause:
      "An administrator of your organisation switched the remote off, so none of its code is fetched.",
    help: [
      "Your files are kept. Choose “Try again” later, or ask your administrator.",
      "Administrators: Settings → Remote apps switches it on again, and Activity says who switched it off.",
    ],
  },
  "REMOTE-002": {
    cause:
      "An administrator pinned the remote to one version, and the manifest that is served names another one or none. Its code was not fetched.",
    help: [
      "Your files are kept. Choose “Try again” later, or ask your administrator.",
      "Administrators: Settings → Remote apps shows the version that is served. Serve the pinned one again, pin the one that is served, or allow any.",
    ],
  },
  "CHUNK-001": {
    cause:
      "A script file of the program did not load: the network failed, or the file is gone because the program was updated.",
    help: [
      "Choose “Try again”. If that does not help, load the page again: the program may have been updated while your window was open. Drafts are kept.",
      "Administrators: the files of a release must stay served while windows of that release are open. Check ATRIUM_ASSET_BASE and the proxy in front of it.",
    ],
  },
  "STYLE-001": {
    cause:
      "A stylesheet of the program did not load: the network failed, or the file is gone because the program was updated.",
    help: [
      "Choose “Try again”. If that does not help, load the page again. Drafts are kept.",
      "Administrators: check ATRIUM_ASSET_BASE, and that stylesheets are served as text/css with CORS headers when they come from another origin.",
    ],
  },
};
