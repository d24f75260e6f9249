import { ComposeWindow } from "@atrium/feature-compose";
import { useMail } from "@atrium/feature-mail";
import type { ReactNode } from "react";

export function WriteScreen(): ReactNode {
  const { client, session } = useMail();
  return <ComposeWindow client={client} session={session} />;
}
