import { Button, SuccessIcon } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { atRest } from "../at-rest.ts";
import { offerInstalling } from "./installable.ts";
import { keepRelease } from "./keep-release.ts";
import { watchForUpdate } from "./update.ts";
import { UPDATE_WORDS } from "./words.ts";
import "./update-notice.css";

/**
 * Keeps the program for a start without network, and says when the server has a newer one. Reloading is the person's
 * choice; drafts are kept by themselves all the time.
 */
export function ReleaseWatch(): ReactNode {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    let isGone = false;
    const keep = async (): Promise<void> => {
      await atRest(Promise.resolve());
      if (isGone) return;
      offerInstalling();
      await keepRelease();
    };
    void keep();
    return () => {
      isGone = true;
    };
  }, []);
  useEffect(() => watchForUpdate(() => setOld(true)), []);
  if (!isOld) return null;
  const words = UPDATE_WORDS[document.documentElement.lang.startsWith("ko") ? "ko" : "en"];
  return (
    <div className="update-notice" role="status">
      <SuccessIcon />
      <p>
        <strong>{words.updated}</strong> {words.draftsKept}
      </p>
      <Button size="small" variant="quiet" onClick={() => setOld(false)}>
        {words.later}
      </Button>
      <Button size="small" variant="primary" onClick={() => location.reload()}>
        {words.reload}
      </Button>
    </div>
  );
}
