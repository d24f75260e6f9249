import { createConnection, isIP, type Socket } from "node:net";
import { connect } from "node:tls";
import { reachable } from "./ports.ts";
import { reason } from "./finding.ts";

/** TLS from the first byte, or after SMTP's STARTTLS (RFC 3207). */
export type Manner = "tls" | "starttls";

/** A whole conversation on this machine takes less (milliseconds). */
const WITHIN = 5000;

/** The certificate that a port of this machine shows, by its SHA-256 fingerprint, or why there is none. */
export async function shown(
  host: string,
  port: number,
  manner: Manner,
  name: string,
): Promise<{ readonly fingerprint: string } | { readonly fault: string }> {
  const socket = createConnection({ host: reachable(host), port });
  const timer = setTimeout(() => socket.destroy(new Error("no answer")), WITHIN);
  try {
    if (manner === "starttls") await startTls(socket);
    return { fingerprint: await handshake(socket, name) };
  } catch (error) {
    return { fault: reason(error) };
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

async function startTls(socket: Socket): Promise<void> {
  const say = async (line: string | null, wanted: number): Promise<string> => {
    if (line !== null) socket.write(`${line}\r\n`);
    const reply = await replyOf(socket);
    if (!reply.startsWith(String(wanted))) throw new Error(reply.split("\r\n", 1)[0]);
    return reply;
  };
  await say(null, 220);
  if (!/^250[ -]STARTTLS/im.test(await say("EHLO localhost", 250)))
    throw new Error("STARTTLS is not offered");
  await say("STARTTLS", 220);
}

/** One reply of SMTP, with all of its lines. */
function replyOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const finish = (act: () => void): void => {
      socket.off("data", onData).off("error", fail).off("close", gone);
      act();
    };
    const onData = (bytes: Buffer): void => {
      text += bytes.toString("latin1");
      if (/^\d{3}(?: .*)?\r\n$/m.test(text.slice(text.lastIndexOf("\n", text.length - 2) + 1)))
        finish(() => resolve(text));
    };
    const fail = (error: Error): void => finish(() => reject(error));
    const gone = (): void => fail(new Error("the connection was closed"));
    socket.on("data", onData).on("error", fail).on("close", gone);
  });
}

function handshake(socket: Socket, name: string): Promise<string> {
  return new Promise((resolve, reject) => {
    // Whoever it is: which certificate it is, and not whether we would trust it, is the question.
    const tls = connect({
      socket,
      rejectUnauthorized: false,
      ...(isIP(name) === 0 && { servername: name }),
    });
    tls.once("secureConnect", () => {
      const { fingerprint256 } = tls.getPeerCertificate();
      tls.destroy();
      resolve(fingerprint256);
    });
    tls.once("error", reject);
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("the connection was closed")));
  });
}
