import { Agent, createServer as createHttpServer, request, type IncomingMessage } from "node:http";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";

/** A node that could not be reached is left alone for so long (milliseconds). */
const REST = 500;

export interface Proxy {
  readonly port: number;
  close(): Promise<void>;
}

/** The ports of the nodes in turn, first those that were not found dead a moment ago. */
function turns(ports: readonly number[]) {
  const deadUntil = new Map<number, number>();
  let turn = 0;
  return {
    order(): number[] {
      turn += 1;
      const all = ports.map((_, index) => ports[(turn + index) % ports.length]!);
      const isDead = (port: number): number => Number((deadUntil.get(port) ?? 0) > Date.now());
      return all.sort((a, b) => isDead(a) - isDead(b));
    },
    dead: (port: number) => void deadUntil.set(port, Date.now() + REST),
  };
}

/** Shares TCP connections among nodes, as a balancer in front of mail ports does. */
export async function startTcpProxy(ports: readonly number[]): Promise<Proxy> {
  const nodes = turns(ports);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    keep(socket, sockets);
    const attempt = (order: number[]): void => {
      const [port, ...others] = order;
      if (port === undefined) return void socket.destroy();
      const node = connect(port, "127.0.0.1");
      keep(node, sockets);
      node.once("connect", () => {
        node.removeListener("error", next);
        socket.pipe(node).pipe(socket);
        for (const [one, other] of [
          [socket, node],
          [node, socket],
        ] as const)
          one.once("close", () => other.destroy());
      });
      const next = (): void => {
        nodes.dead(port);
        attempt(others);
      };
      node.once("error", next);
    };
    attempt(nodes.order());
  });
  return await listening(server, sockets);
}

/**
 * Shares requests among nodes. One whose connection is refused is handed to the next; one that breaks later is broken
 * for the client as well, since nobody knows what came of it.
 */
export async function startHttpProxy(ports: readonly number[]): Promise<Proxy> {
  const nodes = turns(ports);
  const sockets = new Set<Socket>();
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  const server = createHttpServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => attempt(nodes.order()));
    const attempt = (order: number[]): void => {
      const [port, ...others] = order;
      if (port === undefined) return void outgoing.writeHead(502).end();
      const { method, url: path, headers } = incoming;
      const sent = request({
        agent,
        host: "127.0.0.1",
        port,
        method,
        path,
        headers: forwarded(incoming, headers),
      });
      sent.on("response", (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
        answer.on("error", () => outgoing.destroy());
      });
      sent.on("error", (error: NodeJS.ErrnoException) => {
        nodes.dead(port);
        if (error.code === "ECONNREFUSED") attempt(others);
        else outgoing.destroy();
      });
      outgoing.on("close", () => sent.destroy());
      sent.end(Buffer.concat(chunks));
    };
  });
  server.on("connection", (socket) => keep(socket, sockets));
  server.on("upgrade", (incoming: IncomingMessage, socket: Socket) => {
    const [port] = nodes.order();
    const node = connect(port!, "127.0.0.1", () => {
      const headers = { ...forwarded(incoming, incoming.headers), connection: "Upgrade" };
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
      node.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
      socket.pipe(node).pipe(socket);
    });
    keep(node, sockets);
    node.on("error", () => nodes.dead(port!));
    for (const [one, other] of [
      [socket, node],
      [node, socket],
    ] as const)
      one.once("close", () => other.destroy());
  });
  const proxy = await listening(server, sockets);
  return {
    ...proxy,
    async close() {
      agent.destroy();
      await proxy.close();
    },
  };
}

function forwarded(incoming: IncomingMessage, headers: IncomingMessage["headers"]) {
  return {
    ...headers,
    "x-forwarded-for": incoming.socket.remoteAddress,
    "x-forwarded-proto": "http",
  };
}

function keep(socket: Socket, sockets: Set<Socket>): void {
  sockets.add(socket);
  socket.on("error", () => undefined);
  socket.once("close", () => sockets.delete(socket));
}

async function listening(server: Server, sockets: Set<Socket>): Promise<Proxy> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, "close");
    },
  };
}
