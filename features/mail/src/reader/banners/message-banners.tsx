import type { EmailRecord } from "@atrium/contract/types/email";
import { BannerStack, Button, toast, type BannerProps } from "@atrium/ui";
import { useMemo, type ReactNode } from "react";
import { useActions } from "../../actions/use-actions.ts";
import { useMay } from "../../actions/use-may.ts";
import { useMail } from "../../mail.tsx";
import { useMailboxes } from "../../mailboxes/use-mailboxes.ts";
import { looksLike } from "../origin/look-alike.ts";
import { domainOf, originOf } from "../origin/origin.ts";
import { useStranger } from "../origin/use-stranger.ts";
import type { Pictures } from "../pictures/use-pictures.ts";
import { r } from "../strings/index.ts";

type Said = BannerProps & { readonly id: string };

/** What has to be said of a mail before it is read, the worst first, at most two open at once. */
export function MessageBanners({
  email,
  pictures,
  isJunk,
}: {
  readonly email: EmailRecord;
  readonly pictures: Pictures;
  readonly isJunk: boolean;
}): ReactNode {
  const junk = useJunkBanner(email, isJunk);
  const sender = useSenderBanners(email, isJunk);
  const said = [...sender, ...junk, ...pictureBanners(email, pictures)];
  return said.length > 0 && <BannerStack banners={said} />;
}

function useSenderBanners(email: EmailRecord, isJunk: boolean): readonly Said[] {
  const { session } = useMail();
  const origin = originOf(email);
  const address = email.from?.[0]?.email ?? "";
  const own = domainOf(session.address);
  const isOutside = origin.kind !== "inside";
  const { isNew, colleague } = useStranger(email, isOutside);
  const isLike = isOutside && looksLike(domainOf(address), own);
  const all: (Said | false | undefined)[] = [
    origin.kind === "spoofed" && {
      id: "spoofed",
      severity: origin.isSevere ? "danger" : "warning",
      title: r("spoofed", { domain: origin.domain }),
      children: r("spoofedWhy"),
    },
    origin.kind === "not-ours" && {
      id: "not-ours",
      severity: "danger",
      title: r("notOurs", { domain: origin.domain }),
      children: r("notOursWhy"),
    },
    isLike && {
      id: "look-alike",
      severity: "danger",
      title: r("lookAlike", { domain: domainOf(address), other: own }),
      children: r("lookAlikeWhy"),
    },
    colleague !== undefined && {
      id: "colleague",
      severity: "warning",
      title: r("colleagueName", { name: colleague }),
      children: r("colleagueNameWhy", { name: colleague, address }),
    },
    isNew &&
      !isJunk && {
        id: "first-contact",
        severity: "info",
        title: r("firstContact"),
        children: r("firstContactWhy"),
      },
  ];
  return all.filter((one) => typeof one === "object");
}

function useJunkBanner(email: EmailRecord, isJunk: boolean): readonly Said[] {
  const actions = useActions();
  const inbox = useMailboxes()?.byRole("inbox")?.id;
  const { move: mayMove } = useMay(useMemo(() => [email], [email]));
  if (!isJunk) return [];
  const { kind } = originOf(email);
  return [
    {
      id: "junk",
      severity: "warning",
      title: r("inJunk"),
      children:
        kind === "spoofed" || kind === "not-ours" ? r("inJunkUnverified") : r("inJunkMoved"),
      actions: mayMove && inbox !== undefined && (
        <Button
          size="small"
          onClick={() => actions.perform({ kind: "move", folder: inbox }, [email])}
        >
          {r("notJunk")}
        </Button>
      ),
    },
  ];
}

function pictureBanners(email: EmailRecord, pictures: Pictures): readonly Said[] {
  const { status, count, show, showAlways } = pictures;
  if (status === "failed")
    return [
      {
        id: "pictures",
        severity: "warning",
        title: r("imagesNotShown"),
        actions: (
          <Button size="small" onClick={show}>
            {r("tryAgain")}
          </Button>
        ),
      },
    ];
  if (status !== "blocked") return [];
  const address = email.from?.[0]?.email ?? "";
  const always = async (): Promise<void> => {
    await showAlways?.();
    toast(r("trusted", { address }));
  };
  return [
    {
      id: "pictures",
      severity: "info",
      title: r("imagesBlocked", { count }),
      children: r("imagesBlockedWhy"),
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
