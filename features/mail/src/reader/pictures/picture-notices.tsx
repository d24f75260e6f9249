import type { EmailRecord } from "@atrium/contract/types/email";
import { formatList } from "@atrium/i18n";
import { Button, toast } from "@atrium/ui";
import type { Notice } from "../banners/notice-line.tsx";
import { r } from "../strings/index.ts";
import { p } from "./strings/index.ts";
import { trackingHosts } from "./tracking-hosts.ts";
import type { Pictures } from "./use-pictures.ts";

/** That pictures are blocked, which of them are tracking pixels, and the way to see the others. */
export function pictureNotices(email: EmailRecord, pictures: Pictures): readonly Notice[] {
  const { status, count, trackers, show, showAlways } = pictures;
  if (status === "failed")
    return [
      {
        kind: "pictures-failed",
        title: r("imagesNotShown"),
        actions: (
          <Button size="small" onClick={show}>
            {r("tryAgain")}
          </Button>
        ),
      },
    ];
  if (status !== "blocked") return [];
  const tracked = trackers.length;
  const hosts = hostsOf(trackers);
  // Nothing would be shown.
  if (tracked > 0 && tracked >= count)
    return [
      {
        kind: "tracking",
        title: p("trackersBlocked", { count: tracked }),
        children: p("trackersBlockedWhy", { count: tracked, hosts }),
      },
    ];
  const address = email.from?.[0]?.email ?? "";
  const always = async (): Promise<void> => {
    await showAlways?.();
    toast(r("trusted", { address }));
  };
  return [
    {
      kind: "pictures",
      title: tracked > 0 ? p("someTrack", { count, tracked }) : r("imagesBlocked", { count }),
      children: tracked > 0 ? p("trackersStay", { count: tracked, hosts }) : r("imagesBlockedWhy"),
      actions: (
        <>
          <Button size="small" onClick={show}>
            {r("showImages")}
          </Button>
          {showAlways && (
            <Button
              size="small"
              variant="quiet"
              onClick={() => {
                always().catch(() => toast({ severity: "danger", message: r("couldNotLoad") }));
              }}
            >
              {r("alwaysShow")}
            </Button>
          )}
        </>
      ),
    },
  ];
}

function hostsOf(trackers: readonly string[]): string {
  const { named, others } = trackingHosts(trackers);
  return formatList(others > 0 ? [...named, p("otherHosts", { count: others })] : named);
}
