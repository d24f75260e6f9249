import { IDLE, MAX_USES } from "./limits.ts";
import type { Session } from "./session.ts";

/** Sessions that wait a moment for another message to the same server. */
export interface SessionPool {
  /** One that can be used, if there is one; it is the caller's until it is given back. */
  take(key: string): Session | null;
  /** Keeps a session for others, or ends it. */
  giveBack(key: string, session: Session): void;
  /** Ends all that wait. */
  close(): Promise<void>;
}

interface Idle {
  readonly session: Session;
  readonly timer: NodeJS.Timeout;
}

export function createSessionPool(): SessionPool {
  const idle = new Map<string, Idle[]>();
  const uses = new WeakMap<Session, number>();
  const ending = new Set<Promise<void>>();
  let isClosed = false;

  function end(session: Session): void {
    const quit = session.quit().finally(() => ending.delete(quit));
    ending.add(quit);
  }

  function remove(key: string, session: Session): void {
    const left = (idle.get(key) ?? []).filter((one) => one.session !== session);
    if (left.length > 0) idle.set(key, left);
    else idle.delete(key);
  }

  return {
    take(key) {
      for (const { session, timer } of idle.get(key) ?? []) {
        clearTimeout(timer);
        remove(key, session);
        if (session.isUsable) return session;
        session.destroy();
      }
      return null;
    },
    giveBack(key, session) {
      const used = (uses.get(session) ?? 0) + 1;
      uses.set(session, used);
      if (!session.isUsable) return session.destroy();
      if (isClosed || used >= MAX_USES) return end(session);
      const timer = setTimeout(() => {
        remove(key, session);
        end(session);
      }, IDLE);
      idle.set(key, [...(idle.get(key) ?? []), { session, timer }]);
    },
    async close() {
      isClosed = true;
      for (const { session, timer } of [...idle.values()].flat()) {
        clearTimeout(timer);
        end(session);
      }
      idle.clear();
      await Promise.all(ending);
    },
  };
}
