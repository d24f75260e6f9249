import { fileLinkPath, SHARE_FILE_PREFIX } from "@atrium/contract/share-file";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  isId,
  Refusal,
  refuse,
  RequestError,
  type Actor,
  type Engine,
} from "../../../engine/index.ts";
import { isHashingBusy, isPassword, type Accounts } from "../../../features/accounts/index.ts";
import {
  createFileLinks,
  createReceivers,
  readChildren,
  readNodes,
  ZIP_CALLER_FOR,
  zipOf,
  type OpenLink,
  type SeenNode,
} from "../../../features/drive/index.ts";
import type { Clock } from "../../../platform/clock.ts";
import { limitStatements } from "../../../platform/db/index.ts";
import type { Secrets } from "../../../platform/secrets/index.ts";
import {
  attachment,
  languageOf,
  problemOf,
  safeType,
  sendBlob,
  type HttpServer,
} from "../../http/index.ts";
import type { Frame, PublicPage } from "../layout.ts";
import { ENTRIES_SHOWN, FORM_LIMIT, MISS_COUNTS, TEXT_SHOWN } from "../limits.ts";
import { createRate } from "../rate.ts";
import { createCredential } from "./credential.ts";
import {
  failedPage,
  filePage,
  folderPage,
  notValidPage,
  passwordPage,
  tooManyPage,
  type Place,
} from "./pages.ts";
import { plainType, shownAs } from "./shown.ts";

type Params = { token: string; nodeId?: string };
type Request = FastifyRequest<{ Params: Params }>;

/** Whatever the octets of a file are, they run nowhere. */
const OF_FILES = "default-src 'none'; sandbox; frame-ancestors 'none'";
/** Browsers show no PDF in a sandbox; its type is ours, so that it can be nothing else. */
const OF_PDF =
  "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Folders above one, beyond which nothing is looked for. */
const MOST_ABOVE = 50;

/**
 * The pages of links to files: complete without a script, for anyone who has one. No session is read here. What is shown
 * is what the engine lets a guest see whose reach is the one node.
 */
export function shareFileRoutes(
  server: HttpServer,
  {
    accounts,
    engine,
    secrets,
    clock,
  }: {
    readonly accounts: Pick<Accounts, "throttle">;
    readonly engine: Engine;
    readonly secrets: Pick<Secrets, "sign" | "verify">;
    readonly clock: Clock;
  },
): void {
  const links = createFileLinks({ engine });
  const begin = createReceivers();
  const rate = createRate(clock);
  const isSecure = (request: FastifyRequest): boolean =>
    server.origin(request).startsWith("https:");
  const credential = createCredential({ secrets, clock, isSecure });

  async function send(
    reply: FastifyReply,
    make: (frame: Frame) => PublicPage,
    status = 200,
  ): Promise<FastifyReply> {
    const language = languageOf(reply.request.headers["accept-language"]);
    const { text, policy } = make({ language, look: (await server.front()).look });
    return reply
      .code(status)
      .type("text/html; charset=utf-8")
      .headers({ "content-security-policy": policy, vary: "accept-language", ...NOT_INDEXED })
      .send(text);
  }

  /** The same for whatever a link does not lead to, as for what is no link. */
  function notThere(reply: FastifyReply): Promise<FastifyReply> {
    rate.count(reply.request.ip, MISS_COUNTS);
    return send(reply, notValidPage, 404);
  }

  /** The link of a token, if it works. The reason why not stands in the log, without the token. */
  async function find({ params, log, ip }: Request): Promise<OpenLink | null> {
    const found = await links.open(params.token);
    if (found.link === null)
      log.info({ link: found.id, fault: found.fault, ip }, "refused a link to files");
    return found.link;
  }

  const isOpen = (request: Request, link: OpenLink): boolean =>
    link.passwordHash === null || credential.isShown(request, link);

  async function nodeOf(link: OpenLink, id = link.nodeId): Promise<SeenNode | null> {
    if (!isId(id)) return null;
    const [node] = await readNodes(engine, link.actor, link.accountId, [id]);
    return node ?? null;
  }

  async function placeOf(
    { params: { token } }: Request,
    link: OpenLink,
    node: SeenNode,
  ): Promise<Place> {
    const above: SeenNode[] = [];
    // What the link is to has no parent in reach.
    for (let { parentId } = node; parentId !== null && above.length < MOST_ABOVE;) {
      const parent = await nodeOf(link, parentId);
      if (parent === null) break;
      above.unshift(parent);
      ({ parentId } = parent);
    }
    return { token, link, node, above };
  }

  async function beginningOf(link: OpenLink, { blobId, size }: SeenNode) {
    const blob = await engine.blobs.open(link.actor, link.accountId, blobId!);
    if (blob === null) return refuse("notFound");
    const end = Math.min(size ?? 0, TEXT_SHOWN);
    const pieces = (await blob.stream({ start: 0, end }).toArray()) as Uint8Array[];
    // What is cut within a character ends before it.
    const beginning = new TextDecoder().decode(Buffer.concat(pieces), { stream: true });
    return { beginning, isCut: end < (size ?? 0) };
  }

  async function showPage(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const link = await find(request);
    if (link === null) return notThere(reply);
    if (!isOpen(request, link))
      return send(reply, (frame) => passwordPage(frame, addressOf(request), false));
    const node = await nodeOf(link, request.params.nodeId);
    if (node === null) return notThere(reply);
    const place = await placeOf(request, link, node);
    if (node.nodeType === "file") {
      const text = shownAs(node) === "text" ? await beginningOf(link, node) : null;
      return send(reply, (frame) => filePage(frame, place, text));
    }
    const position = positionIn(request.query);
    const listing = await readChildren(engine, link.actor, {
      accountId: link.accountId,
      parentId: node.id,
      sort: ["nodeType", "name"],
      position,
      limit: ENTRIES_SHOWN,
    });
    return send(reply, (frame) => folderPage(frame, place, { ...listing, position }));
  }

  /** A file where it is shown, all of it or the range that is asked for. It counts as no download. */
  async function showContent(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const link = await find(request);
    if (link === null) return notThere(reply);
    if (!isOpen(request, link)) return reply.redirect(addressOf(request), 303);
    const node = await nodeOf(link, request.params.nodeId);
    const kind = node === null ? undefined : shownAs(node);
    if (node?.blobId == null || kind === undefined || kind === "text") return notThere(reply);
    const blob = await engine.blobs.open(link.actor, link.accountId, node.blobId);
    if (blob === null) return notThere(reply);
    reply.headers({
      "content-type": plainType(node),
      "content-disposition": attachment(node.name).replace(/^attachment/, "inline"),
      "content-security-policy": kind === "pdf" ? OF_PDF : OF_FILES,
    });
    return sendBlob(reply, blob, node.blobId);
  }

  /** What a button was pressed for. It is counted before the first octet leaves. */
  async function download(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const link = await find(request);
    if (link === null) return notThere(reply);
    if (!isOpen(request, link)) return reply.redirect(addressOf(request), 303);
    const node = link.mode === "download" ? await nodeOf(link, request.params.nodeId) : null;
    if (node === null) return notThere(reply);
    const answer =
      node.blobId === null
        ? await zipFor(request, reply, link, node)
        : await fileFor(link, node, node.blobId);
    if (!(await links.count(link))) return notThere(reply);
    request.log.info({ link: link.id, node: node.id, ip: request.ip }, "downloaded by a link");
    reply.headers({
      "content-type": answer.type,
      "content-disposition": attachment(answer.name),
      "content-length": answer.size,
      "content-security-policy": OF_FILES,
    });
    return reply.send(answer.stream());
  }

  async function fileFor(link: OpenLink, node: SeenNode, blobId: string) {
    const blob = await engine.blobs.open(link.actor, link.accountId, blobId);
    if (blob === null) return refuse("notFound");
    const { name, type } = node;
    return {
      name,
      type: safeType(type ?? undefined),
      size: String(blob.size),
      stream: () => blob.stream(),
    };
  }

  async function zipFor(
    { params: { token } }: Request,
    reply: FastifyReply,
    link: OpenLink,
    node: SeenNode,
  ) {
    begin(link.id, reply.raw);
    let since = performance.now();
    const who = async (): Promise<Actor> => {
      if (performance.now() - since > ZIP_CALLER_FOR) {
        await links.goesOn(token);
        since = performance.now();
      }
      return link.actor;
    };
    const { accountId } = link;
    const zip = await zipOf(engine, who, { accountId, ids: [node.id] });
    const size = String(zip.size);
    return { name: `${node.name}.zip`, type: "application/zip", size, stream: () => zip.stream() };
  }

  /** Takes the same time whether there is such a link or not, and is slowed down as signing in is. */
  async function unlock(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    if (isHashingBusy()) refuse("unavailable", "too many passwords at once", { retryAfter: 1 });
    const { token } = request.params;
    const attempted = `${SHARE_FILE_PREFIX}${token}`;
    await accounts.throttle.attempt(attempted, request.ip);
    const link = await find(request);
    const { body } = request;
    const given = body instanceof URLSearchParams ? (body.get("password") ?? "") : "";
    const isRight = await isPassword(given, link?.passwordHash ?? null);
    if (link === null) return notThere(reply);
    if (link.passwordHash !== null && !isRight)
      return send(reply, (frame) => passwordPage(frame, addressOf(request), true), 403);
    await accounts.throttle.succeeded(attempted, request.ip);
    if (isRight) credential.give(reply, link, token);
    return reply.redirect(addressOf(request), 303);
  }

  type Handler = (request: Request, reply: FastifyReply) => Promise<FastifyReply>;
  const limited =
    (handle: Handler): Handler =>
    (request, reply) =>
      limitStatements(server.statementTime, () => handle(request, reply));

  server.app.register(async (app: FastifyInstance) => {
    app.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_LIMIT },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    app.setErrorHandler((error, request, reply) => answerError(error, request, reply));
    app.addHook("onRequest", async (request, reply) => {
      reply.headers(NOT_INDEXED);
      const wait = rate.count(request.ip);
      if (wait > 0) refuse("tooManyRequests", "too many requests", { retryAfter: wait });
    });
    const link = `${SHARE_FILE_PREFIX}:token` as const;
    const get = (path: string, handle: Handler) =>
      app.get<{ Params: Params }>(path, limited(handle));
    const post = (path: string, handle: Handler) =>
      app.post<{ Params: Params }>(path, limited(handle));
    get(link, showPage);
    get(`${link}/`, async (request, reply) => reply.redirect(addressOf(request), 303));
    get(`${link}/:nodeId`, showPage);
    get(`${link}/:nodeId/content`, showContent);
    // A download that a browser asks for again.
    get(`${link}/:nodeId/download`, async (request, reply) =>
      reply.redirect(addressOf(request), 303),
    );
    get(`${SHARE_FILE_PREFIX}*`, (_request, reply) => notThere(reply));
    post(link, unlock);
    post(`${link}/:nodeId`, unlock);
    post(`${link}/:nodeId/download`, download);
  });

  function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    // As many as may ask by one link at a time do.
    const isBusy = error instanceof RequestError;
    const busy = new Refusal("unavailable", "too many requests at once", { retryAfter: 1 });
    const { status, retryAfter } = problemOf(isBusy ? busy : error, request);
    if (retryAfter !== undefined) reply.header("retry-after", retryAfter);
    if (status === 400 || status === 404) return notThere(reply);
    if (status === 429) return send(reply, (frame) => tooManyPage(frame, retryAfter ?? 60), status);
    return send(reply, failedPage, status);
  }
}

const NOT_INDEXED = { "x-robots-tag": "noindex, nofollow" } as const;

/** The page that a request is about. */
function addressOf({ params: { token, nodeId } }: Request): string {
  const page = fileLinkPath(encodeURIComponent(token));
  return nodeId === undefined || !isId(nodeId) ? page : `${page}/${nodeId}`;
}

/** Where in a folder its page begins. */
function positionIn(query: unknown): number {
  const { from } = query as { readonly from?: unknown };
  return typeof from === "string" && /^\d{1,6}$/.test(from) ? Number(from) : 0;
}
