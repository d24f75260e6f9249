import { Button, SuccessIcon } from "@atrium/ui";
import { useEffect, useState, type ReactNode } from "react";
import { offerInstalling } from "./installable.ts";
import { keepRelease } from "./keep-release.ts";
import { watchForUpdate } from "./update.ts";
import { UPDATE_WORDS } from "./words.ts";
import "./update-notice.css";

/** Milliseconds after the window stands: whatever it needs itself comes first. */
const LATER = 5000;

/**
 * Keeps the program for a start without network, and says when the server has a newer one. Reloading is the person's
 * choice; drafts are kept by themselves all the time.
 */
export function ReleaseWatch(): ReactNode {
  const [isOld, setOld] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => {
      offerInstalling();
      void keepRelease();
    }, LATER);
    return () => clearTimeout(timer);
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
