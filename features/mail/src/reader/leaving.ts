import { createContext } from "react";
import type { MailAction } from "../actions/verbs.ts";

/** Does something by which the open conversation leaves its list, and goes on from there; without it the reader stays. */
export const LeaveContext = createContext<((action: MailAction) => void) | undefined>(undefined);
