import { startSuite } from "../../server/src/testing/suite.ts";

/**
 * A server prepared for outside test suites: an empty account, a second person, and a shared account that the first
 * one sees. Prints what the suites want as shell variables, and runs until it is interrupted. Push services and mail
 * servers on this machine may be reached, which a real server refuses.
 */
const suite = await startSuite({
  config: { outboundNetworks: ["127.0.0.0/8", "::1"], undoSend: 3000 },
});
const { alice, bob } = suite.people;
const variables = {
  BASE_URL: `${suite.url}/jmap/session`,
  USER: alice.address,
  PASS: alice.password,
  USER2: bob.address,
  PASS2: bob.password,
  SMTP_PORT: suite.smtpPort,
};
for (const [name, value] of Object.entries(variables))
  process.stdout.write(`export ${name}=${JSON.stringify(String(value))}\n`);
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void suite.close().then(() => process.exit()));
