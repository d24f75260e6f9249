import { useLayoutEffect, useRef, type ReactNode } from "react";
import { placeKey } from "./place-key.ts";
import { offerPlace } from "./places.ts";
import "./inline.css";

/** Below a message of a conversation: here it is answered. */
export function AnswerPlace({
  accountId,
  emailId,
}: {
  readonly accountId: string;
  readonly emailId: string;
}): ReactNode {
  const element = useRef<HTMLDivElement>(null);
  const key = placeKey(accountId, emailId);
  useLayoutEffect(() => offerPlace(key, element.current!), [key]);
  return <div className="compose-place" ref={element} />;
}
