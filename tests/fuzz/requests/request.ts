import { choiceOf, type Choice } from "../choice.ts";
import { filling } from "../messages/fillings.ts";
import { jmapRequest } from "./jmap.ts";
import { JSON_MUTATIONS, mutateText } from "./mutate-json.ts";
import { restRequest } from "./rest.ts";
import { idOf } from "./values.ts";
import { frame, httpOctets, smtpOctets } from "./wire.ts";

interface Common {
  readonly steps: readonly number[];
}

/** A request whose ids still stand as `@email0`. */
export type FuzzedRequest = Common &
  (
    | {
        readonly via: "http";
        readonly as: "user" | "administrator" | "nobody";
        readonly method: string;
        readonly path: string;
        readonly headers: Readonly<Record<string, string>>;
        readonly body: string;
        /** Its answer goes on for ever. */
        readonly isEndless: boolean;
      }
    | { readonly via: "web socket"; readonly messages: readonly string[]; readonly seed: number }
    | {
        readonly via: "octets";
        readonly to: "http" | "smtp" | "submission";
        readonly octets: Buffer;
      }
  );

const MOST_STEPS = 5;

/** @param kept the steps that are taken; all unless given. */
export function fuzzedRequest(
  seed: number,
  index: number,
  methods: readonly string[],
  kept?: readonly number[],
): FuzzedRequest {
  const choice = choiceOf(seed, 3, index);
  const kind = choice.below(100);
  const all = Array.from(
    { length: choice.oneIn(4) ? 0 : choice.size(MOST_STEPS) },
    (_, step) => step,
  );
  const steps = kept ?? all;
  const json = (value: object): string =>
    mutated(value, steps, (step) => choiceOf(seed, 4, index, step));
  if (kind < 70) return { ...http("POST", "/jmap/api", json(jmapRequest(choice, methods))), steps };
  if (kind < 78) {
    const as = choice.of(["user", "user", "administrator", "nobody"] as const);
    const { method, path, body } = restRequest(choice, as);
    return { ...http(method, path, method === "GET" ? "" : json(body as object)), as, steps };
  }
  if (kind < 83) {
    const count = 1 + choice.below(3);
    const messages = Array.from({ length: count }, () => json(webSocketMessage(choice, methods)));
    return { via: "web socket", messages, seed: choice.below(1e9), steps };
  }
  if (kind < 88) return { ...blobs(choice), steps };
  if (kind < 91) return { ...eventSource(choice), steps };
  if (kind < 95) return { via: "octets", to: "http", octets: httpOctets(choice), steps };
  const to = choice.of(["smtp", "submission"] as const);
  return { via: "octets", to, octets: smtpOctets(choice), steps };
}

const http = (method: string, path: string, body: string, headers = {}) =>
  ({ via: "http", as: "user", method, path, headers, body, isEndless: false }) as const;

function mutated(
  value: object,
  steps: readonly number[],
  choiceOfStep: (step: number) => Choice,
): string {
  const root = structuredClone(value) as Record<string, unknown>;
  const late: number[] = [];
  for (const step of steps) {
    const own = choiceOfStep(step);
    if (own.oneIn(12)) late.push(step);
    else {
      const target = own.oneIn(10) ? root : argumentsIn(root, own);
      if (Object.keys(target).length > 0) own.of(JSON_MUTATIONS)(target, own);
    }
  }
  return late.reduce((text, step) => mutateText(text, choiceOfStep(step)), JSON.stringify(root));
}

/** Of one of the calls: what is wrong around them is found out before anything else is looked at. */
function argumentsIn(root: Record<string, unknown>, choice: Choice): Record<string, unknown> {
  const calls = root["methodCalls"];
  const call: unknown = Array.isArray(calls) && calls.length > 0 ? choice.of(calls) : null;
  const args: unknown = Array.isArray(call) ? call[1] : null;
  return typeof args === "object" && args !== null ? (args as Record<string, unknown>) : root;
}

function webSocketMessage(choice: Choice, methods: readonly string[]): object {
  if (choice.oneIn(4))
    return {
      "@type": "WebSocketPushEnable",
      dataTypes: choice.of([null, ["Email"], ["__proto__"]]),
      pushState: choice.of([null, "x", idOf("state", choice)]),
    };
  if (choice.oneIn(6)) return { "@type": "WebSocketPushDisable" };
  return {
    "@type": "Request",
    id: choice.of(["1", "", "\u0000"]),
    ...jmapRequest(choice, methods),
  };
}

const pathPart = (choice: Choice): string =>
  choice.of([
    encodeURIComponent(filling(choice, 2000)),
    "x.txt",
    "%ED%9A%8C.pdf",
    "..",
    "%2e%2e%2f",
    "%00",
    "%ff",
    "a%0d%0ab",
    '"',
    "constructor",
  ]);

function blobs(choice: Choice) {
  const account = choice.oneIn(6) ? idOf("account", choice) : "@account0";
  const type = choice.of([
    "text/plain",
    "message/rfc822",
    "text/html",
    "image/svg+xml",
    "x",
    'a/b; c="',
    "",
    "text/plain\u00ff",
  ]);
  if (choice.oneIn(3))
    return http("POST", `/jmap/upload/${account}`, filling(choice, 300_000), {
      "content-type": type,
    });
  const blob = choice.of([idOf("blob", choice), idOf("foreignBlob", choice), pathPart(choice)]);
  const range = choice.of([
    "bytes=0-",
    "bytes=-1",
    "bytes=5-2",
    "bytes=0-0,2-3",
    "x",
    "bytes=99999999999-",
  ]);
  const headers = choice.oneIn(2) ? { range, "if-range": choice.of(["x", '"x"', 'W/"x"']) } : {};
  return http(
    "GET",
    `/jmap/download/${account}/${blob}/${pathPart(choice)}?type=${choice.of([encodeURIComponent(type), "a&type=b", pathPart(choice)])}`,
    "",
    headers,
  );
}

function eventSource(choice: Choice) {
  const query = choice.of([
    `types=${choice.of(["*", "Email,Mailbox", "", "__proto__", pathPart(choice)])}&closeafter=${choice.of(["state", "no", "x"])}&ping=${choice.of(["0", "1", "-1", "1e9", "999999999999", "x"])}`,
    "",
    "types=a&types=b",
    "ping[]=1",
    pathPart(choice),
  ]);
  const last = choice.of([
    "",
    "x",
    "{}",
    `{"a":{"Email":"1"}}`,
    "A".repeat(choice.size(5000)),
    "__proto__",
  ]);
  return {
    ...http(
      "GET",
      `/jmap/eventsource?${query}`,
      "",
      choice.oneIn(2) ? { "last-event-id": last } : {},
    ),
    isEndless: true,
  };
}

/** What goes over a connection after its upgrade. */
export const framesOf = (messages: readonly string[], seed: number): Buffer => {
  const choice = choiceOf(seed, 5);
  return Buffer.concat(messages.map((message) => frame(Buffer.from(message), choice)));
};
