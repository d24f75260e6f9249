import type { EmailRecord } from "@atrium/contract/types/email";
import { lazyPart } from "@atrium/shell";
import { Button } from "@atrium/ui";
import type { ReactNode } from "react";
import { t } from "../../strings/index.ts";
import type { Notice } from "../banners/notice-line.tsx";
import { originOf } from "../origin/origin.ts";
import { useReports } from "../use-reports.ts";
import { j } from "./strings/index.ts";

const WhyJunk = lazyPart(() => import("./why/why-junk.tsx").then((m) => m.WhyJunk));
const WhyReleased = lazyPart(() => import("./why/why-junk.tsx").then((m) => m.WhyReleased));

/** What is said of a message in Junk, of one that was reported as phishing, and of one with a virus. */
export function useJunkNotices(email: EmailRecord, isJunk: boolean): readonly Notice[] {
  const { kinds, report } = useReports(email);
  const actions = kinds.includes("notJunk") && (
    <Button size="small" onClick={() => report("notJunk")}>
      {t("notJunk")}
    </Button>
  );
  const isPhishing = email.keywords["$phishing"] === true;
  const virus = email.junk?.reasons.find(({ kind }) => kind === "virus");
  const all: (Notice | false | undefined)[] = [
    virus && {
      kind: "virus",
      title: j("hasVirus"),
      children: <WhyReleased name={virus.detail} />,
    },
    isPhishing && {
      kind: "phishing",
      title: j("isPhishing"),
      children: j("isPhishingWhat"),
      actions,
    },
    isJunk &&
      !isPhishing && {
        kind: "junk",
        title: j("inJunk"),
        children: whyHere(email),
        actions,
      },
  ];
  return all.filter((one) => typeof one === "object");
}

/** Why it lies in Junk: as the server judged it when it came, else by whom it was moved. */
function whyHere(email: EmailRecord): ReactNode {
  if (email.junk?.isJunk) return <WhyJunk reasons={email.junk.reasons} />;
  const { kind } = originOf(email);
  return j(kind === "spoofed" || kind === "not-ours" ? "inJunkUnverified" : "inJunkMoved");
}
