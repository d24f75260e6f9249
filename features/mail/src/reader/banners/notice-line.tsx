import { BannerStack, type BannerProps } from "@atrium/ui";
import type { ReactNode } from "react";
import { bySeverity, NOTICES, type NoticeKind } from "./notices.ts";

/** A notice about a message: a banner, or what draws itself. */
export type Notice =
  | BannerNotice
  | {
      readonly kind: NoticeKind;
      /** @param more opens the other notices; it goes with the actions. */
      readonly render: (more: ReactNode) => ReactNode;
    };

export type BannerNotice = { readonly kind: NoticeKind } & Omit<
  BannerProps,
  "severity" | "onClose"
>;

/** The severest of the notices in a line; "and 1 more" opens the rest in place. */
export function NoticeLine({ notices }: { readonly notices: readonly Notice[] }): ReactNode {
  return (
    notices.length > 0 && (
      <BannerStack
        banners={bySeverity(notices).map((notice) => ({
          ...notice,
          id: notice.kind,
          severity: NOTICES[notice.kind],
        }))}
      />
    )
  );
}
