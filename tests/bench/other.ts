/** A person who opens the list of their inbox again and again, from "begin" to "end"; a child process of `bulk.ts`. */

const { url, address, password, accountId } = JSON.parse(process.argv[2]!) as Record<
  "url" | "address" | "password" | "accountId",
  string
>;
/** Milliseconds between two requests. */
const PAUSE = 40;

const signedIn = await fetch(`${url}/api/sign-in`, {
  method: "POST",
  headers: { origin: url, "content-type": "application/json" },
  body: JSON.stringify({ address, password }),
});
const cookie = signedIn.headers
  .getSetCookie()
  .map((line) => line.split(";")[0])
  .join("; ");

async function readList(): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${url}/jmap/api`, {
    method: "POST",
    headers: { origin: url, cookie, "content-type": "application/json" },
    body: JSON.stringify({
      using: ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"],
      methodCalls: [
        [
          "Email/query",
          {
            accountId,
            sort: [{ property: "receivedAt", isAscending: false }],
            collapseThreads: true,
            limit: 50,
          },
          "q",
        ],
        [
          "Email/get",
          {
            accountId,
            "#ids": { resultOf: "q", name: "Email/query", path: "/ids" },
            properties: ["threadId", "subject", "from", "preview", "receivedAt", "keywords"],
          },
          "g",
        ],
      ],
    }),
  });
  const { methodResponses } = (await answer.json()) as {
    methodResponses: [string, object, string][];
  };
  if (methodResponses[1]?.[0] !== "Email/get") throw new Error(JSON.stringify(methodResponses));
  return performance.now() - started;
}

const now = { isAsked: false };
let times: number[] = [];

async function go(): Promise<void> {
  while (now.isAsked) {
    times.push(await readList());
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

process.on("message", (word: "begin" | "end") => {
  if (word === "begin") {
    times = [];
    now.isAsked = true;
    void go();
  } else now.isAsked = false;
  process.send!(times);
});
