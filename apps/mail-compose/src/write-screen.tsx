import { ComposeWindow } from "@atrium/feature-compose";
import { useClient, useSignedInSession } from "@atrium/feature-suite/parts";
import type { ReactNode } from "react";

export function WriteScreen(): ReactNode {
  return <ComposeWindow client={useClient()} session={useSignedInSession()} />;
}
