import type { EmailJunkVerdict } from "@atrium/contract/types/email";
import type { ReactNode } from "react";
import { reasonsText } from "./reasons.ts";
import { w } from "./strings/index.ts";

/** Why a message lies in Junk, as the server judged it when it came. */
export const WhyJunk = ({ reasons }: Pick<EmailJunkVerdict, "reasons">): ReactNode =>
  w("judged", { reasons: reasonsText(reasons) });

/** What is to be known of a message that was released although it has a virus. */
export const WhyReleased = ({ name }: { readonly name: string | null }): ReactNode =>
  name === null || name === "" ? w("releasedAnyway") : w("releasedWith", { name });
