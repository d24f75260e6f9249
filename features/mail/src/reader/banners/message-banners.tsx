import type { EmailRecord } from "@atrium/contract/types/email";
import { looksLike } from "@atrium/formats/look-alike";
import { lazyPart } from "@atrium/shell";
import { useEffect, useMemo, useState, type ComponentType, type ReactNode } from "react";
import { isUnanswered } from "../../actions/marks.ts";
import { useMail } from "../../mail.tsx";
import { useJunkNotices } from "../junk/use-junk-notices.tsx";
import { useMistrust } from "../link-guard/link-guard.tsx";
import { domainOf, originOf } from "../origin/origin.ts";
import { useStranger } from "../origin/use-stranger.ts";
import { pictureNotices } from "../pictures/picture-notices.tsx";
import type { Pictures } from "../pictures/use-pictures.ts";
import { receiptRequest } from "../receipts/receipt-request.ts";
import { isReport } from "../report-parts.ts";
import { r } from "../strings/index.ts";
import { useConversationNotices } from "./conversation-notice.tsx";
import { NoticeLine, type Notice } from "./notice-line.tsx";
import { protectionOf } from "../protection/protection.ts";
import { useWholeness } from "./use-wholeness.tsx";

interface LineProps {
  readonly email: EmailRecord;
  readonly isJunk: boolean;
  readonly notices: readonly Notice[];
}

/** The line with what few messages have besides; until that is here, and where it does not come, the line without. */
function FullNoticeLine(props: LineProps): ReactNode {
  const [loaded, setLoaded] = useState<{ readonly Line: ComponentType<LineProps> }>();
  useEffect(() => {
    import("./answer-notices.tsx").then(
      (module) => setLoaded({ Line: module.AnswerNotices }),
      () => undefined,
    );
  }, []);
  return loaded ? <loaded.Line {...props} /> : <NoticeLine notices={props.notices} />;
}

const hasMore = (email: EmailRecord): boolean =>
  Boolean(email.followUpAt) ||
  isUnanswered([email]) ||
  receiptRequest(email) !== undefined ||
  protectionOf(email) !== undefined;

/** Few messages are reports. */
const BounceReader = lazyPart(() =>
  import("../bounce/bounce.tsx").then((module) => module.BounceReader),
);

const QUIET: readonly Notice[] = [];
const NONE: readonly EmailRecord[] = [];

/** What has to be said of a mail before it is read, in one line. A new notice is a row in `notices.ts` and a hook here. */
export function MessageBanners({
  email,
  pictures,
  isJunk,
  isAlone,
  isSimplified,
}: {
  readonly email: EmailRecord;
  readonly pictures: Pictures;
  readonly isJunk: boolean;
  /** It is all of its conversation: what is said of that is said of it. */
  readonly isAlone: boolean;
  /** It is shown in another form than it was written. */
  readonly isSimplified: boolean;
}): ReactNode {
  const [bounced, setBounced] = useState(QUIET);
  const notices = [
    ...useJunkNotices(email, isJunk),
    ...useSenderBanners(email, isJunk),
    ...bounced,
    ...useConversationNotices(useMemo(() => (isAlone ? [email] : NONE), [email, isAlone])),
    ...useWholeness(email, isSimplified),
    ...pictureNotices(email, pictures),
  ];
  return (
    <>
      {email.attachments.some(isReport) && (
        <BounceReader parts={email.attachments} onNotice={setBounced} />
      )}
      {hasMore(email) ? (
        <FullNoticeLine email={email} isJunk={isJunk} notices={notices} />
      ) : (
        <NoticeLine notices={notices} />
      )}
    </>
  );
}

function useSenderBanners(email: EmailRecord, isJunk: boolean): readonly Notice[] {
  const { session } = useMail();
  const origin = originOf(email);
  const address = email.from?.[0]?.email ?? "";
  const own = domainOf(session.address);
  const isOutside = Boolean(email.authentication);
  const { isNew, colleague } = useStranger(email, isOutside);
  const isLike = isOutside && looksLike(domainOf(address), own);
  useMistrust(email, isLike || colleague !== undefined);
  const all: (Notice | false | undefined)[] = [
    origin.kind === "spoofed" && {
      kind: origin.isSevere ? "spoofed" : "maybe-spoofed",
      title: r("spoofed", { domain: origin.domain }),
      children: r("spoofedWhy"),
    },
    origin.kind === "not-ours" && {
      kind: "not-ours",
      title: r("notOurs", { domain: origin.domain }),
      children: r("notOursWhy"),
    },
    origin.kind === "posing" && {
      kind: "posing",
      title: r("posing", { shown: origin.shown }),
      children: r("posingWhy"),
    },
    isLike && {
      kind: "look-alike",
      title: r("lookAlike", { domain: domainOf(address), other: own }),
      children: r("lookAlikeWhy"),
    },
    colleague !== undefined && {
      kind: "colleague",
      title: r("colleagueName", { name: colleague }),
      children: r("colleagueNameWhy", { name: colleague, address }),
    },
    isNew &&
      !isJunk && {
        kind: "first-contact",
        title: r("firstContact"),
        children: r("firstContactWhy"),
      },
  ];
  return all.filter((one) => typeof one === "object");
}
