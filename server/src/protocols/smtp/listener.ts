// oxlint-disable no-underscore-dangle -- smtp-server names its hooks so
import type { Socket } from "node:net";
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from "smtp-server";
import type { SMTPConnection, SMTPConnectionOptions } from "smtp-server/lib/smtp-connection.js";
import { addressesIn } from "../../platform/addresses.ts";
import { Connection } from "./connection.ts";
import type { SmtpLimits } from "./limits.ts";
import { readProxyHeader, type ProxiedClient } from "./proxy-header.ts";

/**
 * smtp-server with our own way of trusting proxies. Its `useProxy` list means "these must send a header" and its lists
 * hold single addresses; here a peer of the given networks may speak PROXY, or XCLIENT, or neither.
 */
export class Listener extends SMTPServer {
  /** Whether an address is a proxy's; behind one, the session has the client's. */
  readonly isTrusted: (address: string) => boolean;
  /** smtp-server reads this very array; peers are added when they connect. */
  readonly #xclientPeers: string[];
  readonly #limits: SmtpLimits;
  readonly #of = new WeakMap<SMTPServerSession, Connection>();
  readonly #log: (message: string, details: object) => void;

  constructor(
    options: SMTPServerOptions,
    more: {
      readonly proxyFrom: readonly string[];
      readonly limits: SmtpLimits;
      readonly log: (message: string, details: object) => void;
    },
  ) {
    const xclientPeers: string[] = [];
    super({ ...options, useProxy: false, useXClient: xclientPeers });
    this.#xclientPeers = xclientPeers;
    this.#limits = more.limits;
    this.#log = more.log;
    this.isTrusted = addressesIn(more.proxyFrom);
  }

  /** The connection of a session, to end it from outside a command. */
  connectionOf(session: SMTPServerSession): SMTPConnection | undefined {
    return this.#of.get(session);
  }

  /** Called for each new connection, with TLS from the first byte before that: a proxy's header is never inside of it. */
  override _handleProxy(...[socket, callback]: Parameters<SMTPServer["_handleProxy"]>): void {
    super._handleProxy(socket, (error, options) => {
      const address = peerAddress(socket);
      if (error || !options || !this.isTrusted(address)) return callback(error, options);
      if (!this.#xclientPeers.includes(address)) this.#xclientPeers.push(address);
      void this.#beginBehindProxy(socket, options, callback);
    });
  }

  async #beginBehindProxy(
    socket: Socket,
    options: SMTPConnectionOptions & { id: string },
    callback: Parameters<SMTPServer["_handleProxy"]>[1],
  ): Promise<void> {
    const drop = (): void => void socket.destroy();
    socket.on("error", drop);
    let client: ProxiedClient;
    try {
      client = await readProxyHeader(socket, this.#limits.proxyTimeout);
      if (socket.destroyed) throw new Error("connection closed");
    } catch (error) {
      this.#log("connection refused", { peer: peerAddress(socket), reason: String(error) });
      socket.destroy();
      return callback(error as Error);
    }
    socket.off("error", drop);
    const proxied = client ? { remoteAddress: client.address, remotePort: client.port } : {};
    callback(null, { ...options, ...proxied });
  }

  override connect(socket: Socket, options?: SMTPConnectionOptions | null): void {
    const connection = new Connection(this, socket, options ?? {});
    this.connections.add(connection);
    this.#of.set(connection.session, connection);
    // The client went away in the middle of something: its own business, and its session ends by itself.
    connection.on("error", (error: Error) => {
      this.#log("connection failed", { session: connection.id, reason: error.message });
    });
    const timer = setTimeout(
      () => connection.send(421, "4.4.2 Connection lasted too long"),
      this.#limits.connectionTimeout,
    );
    timer.unref();
    socket.once("close", () => clearTimeout(timer));
    connection.init();
  }
}

function peerAddress(socket: Socket): string {
  // A dual-stack socket shows IPv4 peers as ::ffff:192.0.2.1.
  return (socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
}
