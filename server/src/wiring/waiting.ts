import { createWaitingServer } from "../protocols/http/index.ts";
import type { Config } from "../platform/config/index.ts";
import type { Log } from "../platform/log/index.ts";
import { serverCertificate } from "../platform/tls/index.ts";
import { mailHost } from "../platform/config/mail-host.ts";

/** What the database makes the server wait for, and what answers so while the server itself cannot yet. */
export interface Waiting {
  readonly what: string | null;
  /** Takes note of it. During the start, the port of the pages then answers those who ask. */
  say: (what: string | null) => void;
  /** Leaves the port to the server. */
  started: () => Promise<void>;
}

export function createWaiting(config: Config, log: Log): Waiting {
  let what: string | null = null;
  let hasStarted = false;
  let opening: Promise<() => Promise<void>> | undefined;

  async function open(): Promise<() => Promise<void>> {
    const isSecure = config.httpsPort !== null;
    const certificate = isSecure ? await serverCertificate(config, mailHost(config)) : null;
    const server = createWaitingServer({ waitsFor: () => what, certificate, log });
    await server.listen(config.httpsPort ?? config.port, config.host);
    return () => server.close();
  }

  return {
    get what() {
      return what;
    },
    say(now) {
      what = now;
      if (now === null || hasStarted) return;
      opening ??= open().catch((err: unknown) => {
        // The start itself will say what is wrong with the port or the certificate.
        log.debug({ err }, "could not serve /readyz during start-up");
        return async () => undefined;
      });
    },
    async started() {
      hasStarted = true;
      await (
        await opening
      )?.();
    },
  };
}
