/**
 * People's programs that wait for push, half of them by an EventSource and half by a WebSocket; a child process of
 * `clients.ts`. At each "round" it notes again when each of them is notified of new mail; "reached" asks for that.
 */
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";

const { url, cookies, count } = JSON.parse(process.argv[2]!) as {
  readonly url: string;
  /** Of people, in turn. */
  readonly cookies: readonly string[];
  readonly count: number;
};

/** When each was notified in this round. */
const reached = new Map<number, number>();
let broken = 0;

function note(index: number, text: string): void {
  if (text.includes('"Email":') && !reached.has(index)) reached.set(index, Date.now());
}

async function openEventSource(index: number, cookie: string): Promise<void> {
  const path = "/jmap/eventsource?types=*&closeafter=no&ping=30";
  const request = get(url + path, { headers: { cookie }, agent: false });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  if (answer.statusCode !== 200) throw new Error(`an EventSource got ${answer.statusCode}`);
  answer.setEncoding("utf8").on("data", (text: string) => note(index, text));
  answer.on("close", () => (broken += 1));
  answer.on("error", () => undefined);
}

/** What Node adds to the browsers' WebSocket: headers. */
const Connecting = WebSocket as unknown as new (
  url: string,
  options: { protocols: string; headers: Record<string, string> },
) => WebSocket;

function openWebSocket(index: number, cookie: string): Promise<void> {
  const headers = { cookie, origin: url };
  const socket = new Connecting(`${url.replace(/^http/, "ws")}/jmap/ws`, {
    protocols: "jmap",
    headers,
  });
  return new Promise((resolve, reject) => {
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ "@type": "WebSocketPushEnable", dataTypes: null }));
      resolve();
    });
    socket.addEventListener("message", ({ data }) => note(index, String(data)));
    socket.addEventListener("error", () => reject(new Error("could not open a WebSocket")));
    socket.addEventListener("close", () => (broken += 1));
  });
}

for (let index = 0; index < count; index += 1) {
  const open = index % 2 === 0 ? openEventSource : openWebSocket;
  await open(index, cookies[Math.floor(index / 2) % cookies.length]!);
}
process.on("message", (word: "round" | "reached") => {
  if (word === "round") reached.clear();
  process.send!({ times: [...reached.values()], broken });
});
process.on("disconnect", () => process.exit(0));
process.send!({ times: [], broken });
