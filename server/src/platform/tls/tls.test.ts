import { X509Certificate } from "node:crypto";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSecureContext } from "node:tls";
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLog } from "../log/index.ts";
import { serverCertificate, watchCertificate } from "./index.ts";

let data: string;
beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), "atrium-tls-"));
});
afterEach(() => rm(data, { recursive: true }));

const none = { tlsCert: null, tlsKey: null };

test("a certificate is made once, for the host name, readable by its owner alone", async () => {
  const made = await serverCertificate({ ...none, data }, "mx.example.org");
  createSecureContext({ cert: made.cert, key: made.key });
  const certificate = new X509Certificate(made.cert);
  expect(certificate.checkHost("mx.example.org")).toBe("mx.example.org");
  expect((await stat(join(data, "mail-tls.pem"))).mode & 0o777).toBe(0o600);
  expect(await serverCertificate({ ...none, data }, "mx.example.org")).toEqual(made);
});

test("another host name, or a file that is broken, gets a new one", async () => {
  const first = await serverCertificate({ ...none, data }, "mx.example.org");
  const second = await serverCertificate({ ...none, data }, "mail.example.org");
  expect(second.cert).not.toBe(first.cert);
  await writeFile(join(data, "mail-tls.pem"), "");
  const third = await serverCertificate({ ...none, data }, "mail.example.org");
  expect(await readFile(join(data, "mail-tls.pem"), "utf8")).toBe(third.cert);
});

test("the configured one is used, and what is wrong with it is said", async () => {
  const { cert } = await serverCertificate({ ...none, data }, "mx.example.org");
  const [tlsCert, tlsKey] = [join(data, "cert.pem"), join(data, "key.pem")];
  await writeFile(tlsCert, cert);
  await writeFile(tlsKey, cert);
  expect(await serverCertificate({ tlsCert, tlsKey, data }, "other.example")).toEqual({
    cert,
    key: cert,
  });
  const { cert: other } = await serverCertificate({ ...none, data }, "other.example");
  await writeFile(tlsKey, other);
  const attempt = (config: object) => serverCertificate({ ...none, ...config, data }, "x.example");
  await expect(attempt({ tlsCert, tlsKey })).rejects.toThrow("does not belong");
  await writeFile(tlsKey, "nonsense");
  await expect(attempt({ tlsCert, tlsKey })).rejects.toThrow("PEM");
  await expect(attempt({ tlsCert })).rejects.toThrow("together");
  await expect(attempt({ tlsCert, tlsKey: join(data, "none") })).rejects.toThrow("cannot be read");
});

test("a renewed one that a port could not take yet is handed to it again", async () => {
  const watch = await watchCertificate({ ...none, data }, "mail.example.test", silentLog);
  const first = watch.current;
  const given: string[] = [];
  watch.onRenewed(({ cert }) => {
    given.push(cert);
    if (given.length === 1) throw new Error("not yet");
  });
  await rm(join(data, "mail-tls.pem"));
  await watch.look();
  expect(watch.current).toBe(first);
  await watch.look();
  expect(watch.current.cert).toBe(given[1]);
  expect(given).toEqual([given[0], given[0]]);
  watch.close();
});
