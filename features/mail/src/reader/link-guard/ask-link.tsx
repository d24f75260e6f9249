import { Button, Dialog } from "@atrium/ui";
import type { ReactNode } from "react";
import type { Mistrust } from "./mistrust.ts";
import { g } from "./strings/index.ts";
import "./ask-link.css";

const WHY = { phishing: "phishing", sender: "sender", junk: "junk" } as const satisfies Record<
  Mistrust,
  string
>;

/** Names the host that a link really leads to, and follows it only if the reader wants that. */
export function AskLink({
  address,
  why,
  onStay,
  onOpen,
}: {
  readonly address: string;
  readonly why: Mistrust;
  readonly onStay: () => void;
  /** Further links of the message are followed at once. */
  readonly onOpen: () => void;
}): ReactNode {
  return (
    <Dialog
      open
      onClose={onStay}
      size="small"
      title={g("title", { host: new URL(address).host })}
      actions={
        <>
          <Button
            onClick={() => {
              window.open(address, "_blank", "noopener,noreferrer");
              onOpen();
            }}
          >
            {g("open")}
          </Button>
          <Button variant="primary" autoFocus onClick={onStay}>
            {g("stay")}
          </Button>
        </>
      }
    >
      <p>{g(WHY[why])}</p>
      <p className="mail-ask-address">
        <bdi>{address}</bdi>
      </p>
    </Dialog>
  );
}
