import english from "./english.json" with { type: "json" };
import korean from "./korean.json" with { type: "json" };
import lists from "./lists.json" with { type: "json" };
import machines from "./machines.json" with { type: "json" };
import newsletters from "./newsletters.json" with { type: "json" };
import setPieces from "./set-pieces.json" with { type: "json" };

/** A file that a message of the demo carries; made by code when the message is written. */
export type Attached = "quote" | "minutes" | "plan" | "photo" | "numbers" | "schedule";

/** One message of a conversation. Paragraphs are templates of `fill`; a line starting with "- " is a list item. */
export interface Step {
  readonly by: "a" | "b" | "c";
  readonly text: readonly string[];
  readonly attach?: Attached;
  /** Hours after the message before it, from and to. */
  readonly wait?: readonly [number, number];
}

/**
 * A conversation. `team`: all writers are colleagues; `supplier`: b sells us something;
 * `client-asks` and `supplier-asks`: a is the one outside.
 */
export interface Scenario {
  readonly cast: "team" | "supplier" | "client-asks" | "supplier-asks";
  /** How often it is told, against others; 1 when it does not say. */
  readonly weight?: number;
  readonly subject: string;
  readonly steps: readonly Step[];
}

interface Threads {
  readonly scenarios: readonly Scenario[];
  readonly chatter: readonly string[];
}

/** Public mailing lists that Alice and Bob read: a topic, an opening, answers. All invented. */
export interface MailingList {
  readonly name: string;
  readonly address: string;
  readonly id: string;
  readonly writers: readonly (readonly [name: string, address: string])[];
  readonly topics: readonly {
    readonly subject: string;
    readonly opening: readonly string[];
    readonly answers: readonly string[];
  }[];
}

/** Newsletters: who sends them, how they look, and what they tell. All invented; pictures live at example.org. */
export interface Newsletter {
  readonly name: string;
  readonly address: string;
  readonly host: string;
  readonly style: "card" | "journal" | "shop" | "letter";
  readonly accent: string;
  readonly paper: string;
  /** Days between two issues. */
  readonly every: number;
  readonly footer: string;
  readonly subjects: readonly string[];
  readonly intros: readonly string[];
  readonly items: readonly (readonly [title: string, text: string])[];
  readonly language?: "ko";
}

/** A mail that a machine writes. Slots: build, branch, host, ticket, item, project, person, day, time, n, n2, amount, month. `lines` become the body, `facts` a small table. */
export interface Notification {
  readonly name: string;
  readonly address: string;
  readonly subject: string;
  readonly lines: readonly string[];
  readonly facts: readonly (readonly [string, string])[];
  readonly button: string;
  readonly accent: string;
  readonly html: boolean;
  readonly weight: number;
  readonly language?: "ko";
}

/** A shop or service that sends receipts. Slots as above. */
interface Shop {
  readonly name: string;
  readonly address: string;
  readonly accent: string;
  readonly goods: readonly (readonly [string, number])[];
  readonly language?: "ko";
}

/** What lands in Junk: clumsy, harmless, recognisable. */
type Junk = Pick<Notification, "name" | "address" | "subject" | "lines" | "language">;

/** Mail that lies in Alice's mailbox whatever else was made up: what one sees first, and what one looks for later. */
export interface SetPiece {
  /** Address of who wrote it, always to Alice. */
  readonly from: string;
  readonly language: "en" | "ko";
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** Before now, in minutes. */
  readonly ago: number;
  readonly attach?: "plan" | "photo";
  /** A page of text that goes along as PDF: its title, then its lines. */
  readonly page?: { readonly name: string; readonly lines: readonly string[] };
  readonly project: string;
}

/**
 * What people write about, in English and Korean, and short answers for conversations that go on and on.
 * Slots: a b c (first names), project, item, room, supplier, doc, n, n2, amount, amount2, day, day2, date, date2, month, time.
 */
export const THREADS = { en: english as Threads, ko: korean as Threads };
export const MAILING_LISTS = lists as unknown as readonly MailingList[];
export const NEWSLETTERS = newsletters as unknown as readonly Newsletter[];
export const NOTIFICATIONS = machines.notifications as unknown as readonly Notification[];
export const SHOPS = machines.shops as unknown as readonly Shop[];
export const JUNK = machines.junk as readonly Junk[];
export const SET_PIECES = setPieces as readonly SetPiece[];
