import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CREDENTIAL_SCOPES, type CredentialScope } from "@atrium/contract/api/security";
import type { JsonObject } from "@atrium/contract/types/wire";
import { deliver } from "../features/mail/index.ts";
import { testSuite, type TestSuite } from "../testing/organisation.ts";
import type { Actor } from "../engine/index.ts";
import { asInBrowser } from "../features/accounts/index.ts";

/**
 * Who may do what where, for every method that is served: Alice asks, and each account is of another kind to her; then
 * programs ask for her, each with a credential of another scope.
 * A new method has no entry, and so fails here until someone has thought about who may use it.
 */
const ACCOUNTS = [
  "own",
  "shared",
  "readOnly",
  "organisation",
  // Of somebody else, where one folder is shared with her.
  "part",
  "stranger",
  "unknown",
] as const;
type AccountName = (typeof ACCOUNTS)[number];
type Expected = Readonly<Record<AccountName, string>>;

const NOT_HERS = { stranger: "accountNotFound", unknown: "accountNotFound" };
const NO_MAIL = "accountNotSupportedByMethod";

/** Mail is in people's accounts and in shared ones. */
const MAIL_READ: Expected = {
  ...NOT_HERS,
  own: "yes",
  shared: "yes",
  readOnly: "yes",
  organisation: NO_MAIL,
  part: NO_MAIL,
};
const MAIL_WRITE: Expected = {
  ...MAIL_READ,
  readOnly: "accountReadOnly",
  organisation: "accountReadOnly",
};
/** Files are people's own, or shared one by one. */
const FILES_READ: Expected = { ...MAIL_READ, shared: NO_MAIL, readOnly: NO_MAIL, part: "yes" };
const FILES_WRITE: Expected = {
  ...FILES_READ,
  readOnly: "accountReadOnly",
  organisation: "accountReadOnly",
};
/** The directory is the organisation's. */
const DIRECTORY: Expected = {
  ...NOT_HERS,
  own: NO_MAIL,
  shared: NO_MAIL,
  readOnly: NO_MAIL,
  organisation: "yes",
  part: NO_MAIL,
};
/** Blobs go with the records that refer to them. */
const BLOB_READ: Expected = { ...MAIL_READ, part: "yes" };
const BLOB_WRITE: Expected = { ...MAIL_WRITE, part: "yes" };

/** What there is in an account; the marks stand in everything that has words. */
interface Records {
  readonly accountId: string;
  readonly mark: string;
  readonly emailId: string;
  readonly threadId: string;
  readonly mailboxId: string;
  readonly blobId: string;
  readonly fileId: string;
  readonly identityId: string;
}

/** What a program's credential has to be for; `none`: nothing less than everything will do. */
type Scope = Exclude<CredentialScope, "all"> | "any" | "none";

interface Row {
  readonly scope: Scope;
  readonly expected: Expected;
  /** A call that does, or tries to do, something with these records. `accountId` is added. */
  readonly args: (records: Records) => JsonObject;
}

/** The standard methods of a type (RFC 8620 §5). */
function standard(
  type: string,
  scope: Scope,
  idOf: (records: Records) => string,
  verbs: string,
  read: Expected,
  write: Expected = read,
): Record<string, Row> {
  const args: Record<string, Row["args"]> = {
    get: (records) => ({ ids: [idOf(records)] }),
    changes: () => ({ sinceState: "0" }),
    query: () => ({}),
    queryChanges: () => ({ sinceQueryState: "0" }),
    set: (records) => ({ update: { [idOf(records)]: {} }, destroy: [idOf(records)] }),
  };
  return Object.fromEntries(
    verbs
      .split(" ")
      .map((verb) => [
        `${type}/${verb}`,
        { scope, args: args[verb]!, expected: verb === "set" ? write : read },
      ]),
  );
}

const ALL = "get changes set query queryChanges";
const TABLE: Readonly<Record<string, Row>> = {
  ...standard("Mailbox", "mail", (records) => records.mailboxId, ALL, MAIL_READ, MAIL_WRITE),
  ...standard("Thread", "mail", (records) => records.threadId, "get changes", MAIL_READ),
  ...standard("Email", "mail", (records) => records.emailId, ALL, MAIL_READ, MAIL_WRITE),
  "Email/import": {
    scope: "mail",
    args: ({ blobId, mailboxId }) => ({
      emails: { a: { blobId, mailboxIds: { [mailboxId]: true } } },
    }),
    expected: MAIL_WRITE,
  },
  "Email/parse": {
    scope: "mail",
    args: ({ blobId }) => ({ blobIds: [blobId], properties: ["subject", "preview"] }),
    expected: MAIL_READ,
  },
  "SearchSnippet/get": {
    scope: "mail",
    args: ({ emailId }) => ({ emailIds: [emailId], filter: { text: "of" } }),
    expected: MAIL_READ,
  },
  ...standard(
    "Identity",
    "mail",
    (records) => records.identityId,
    "get changes set",
    MAIL_READ,
    MAIL_WRITE,
  ),
  ...standard("EmailSubmission", "mail", () => "nobody", ALL, MAIL_READ, MAIL_WRITE),
  "EmailSubmission/set": {
    scope: "mail",
    args: ({ emailId, identityId }) => ({ create: { a: { emailId, identityId } } }),
    expected: MAIL_WRITE,
  },
  ...standard(
    "VacationResponse",
    "mail",
    () => "singleton",
    "get changes set",
    MAIL_READ,
    MAIL_WRITE,
  ),
  ...standard("TrustedSender", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...standard("SavedSearch", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...standard("Label", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...standard("Quota", "none", () => "octets", "get changes query queryChanges", MAIL_READ),
  ...standard("FileNode", "files", (records) => records.fileId, ALL, FILES_READ, FILES_WRITE),
  ...standard("Principal", "contacts", () => "nobody", "get changes query queryChanges", DIRECTORY),
  "Blob/upload": {
    scope: "any",
    args: ({ blobId }) => ({ create: { a: { data: [{ blobId }] } } }),
    expected: BLOB_WRITE,
  },
  "Blob/get": { scope: "any", args: ({ blobId }) => ({ ids: [blobId] }), expected: BLOB_READ },
  "Blob/lookup": {
    scope: "any",
    args: ({ blobId }) => ({ ids: [blobId], typeNames: [] }),
    expected: BLOB_READ,
  },
};

/** Those with two accounts: what is expected of an account as the one copied from; as the one copied to it is a change. */
const COPIES: Readonly<Record<string, (records: Records) => JsonObject>> = {
  "Email/copy": ({ emailId }) => ({ create: { a: { id: emailId, mailboxIds: {} } } }),
  "Blob/copy": ({ blobId }) => ({ blobIds: [blobId] }),
};

/** What is copied lies in whole accounts. */
const COPY_FROM: Expected = { ...MAIL_READ, part: "accountNotFound" };
const COPY_TO: Expected = { ...MAIL_WRITE, part: "accountNotFound" };

/** Those for administrators alone, in the organisation's account. */
const ADMINISTRATION: Readonly<Record<string, Administered>> = {
  "Operations/now": { args: {} },
  "Operations/history": { args: { range: "hour" } },
  "Group/get": { args: { ids: null }, wants: "browser" },
  "Group/changes": { args: { sinceState: "0" }, wants: "browser" },
  "Group/query": { args: {}, wants: "browser" },
  "Group/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "Group/set": { args: { create: { a: { name: "X" } }, destroy: ["g0"] }, wants: "proof" },
  "Domain/get": { args: { ids: null }, wants: "browser" },
  "Domain/changes": { args: { sinceState: "0" }, wants: "browser" },
  "Domain/query": { args: {}, wants: "browser" },
  "Domain/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "Domain/set": { args: { destroy: ["other_test"] }, wants: "proof" },
  "SharedAccount/get": { args: { ids: null }, wants: "browser" },
  "SharedAccount/changes": { args: { sinceState: "0" }, wants: "browser" },
  "SharedAccount/query": { args: {}, wants: "browser" },
  "SharedAccount/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "SharedAccount/set": { args: { update: { a0: { name: "X" } } }, wants: "proof" },
  "AdministratorAct/get": { args: { ids: null }, wants: "browser" },
  "AdministratorAct/changes": { args: { sinceState: "0" }, wants: "browser" },
  "AdministratorAct/query": { args: {}, wants: "browser" },
  "AdministratorAct/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "QueuedMail/get": { args: { ids: null }, wants: "browser" },
  "QueuedMail/changes": { args: { sinceState: "0" }, wants: "browser" },
  "QueuedMail/query": { args: {}, wants: "browser" },
  "QueuedMail/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "QueuedMail/retry": { args: {}, wants: "proof" },
  "QueuedMail/giveUp": { args: { id: "q0" }, wants: "proof" },
  "Person/get": { args: { ids: null }, wants: "browser" },
  "Person/changes": { args: { sinceState: "0" }, wants: "browser" },
  "Person/query": { args: {}, wants: "browser" },
  "Person/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "Person/set": { args: { update: { p0: { name: "X" } } }, wants: "proof" },
  "Person/setPassword": { args: { id: "p0", password: "a long enough phrase" }, wants: "proof" },
  "Person/endSessions": { args: { id: "p0" }, wants: "proof" },
  "Person/resetSecondFactor": { args: { id: "p0" }, wants: "proof" },
};

interface Administered {
  readonly args: JsonObject;
  /** A session in a browser, and for some a proof in it that is not old; where it is absent, programs may as well. */
  readonly wants?: "browser" | "proof";
}

/** Those without account: only what belongs to the person and the credential. Tested with the feature. */
const PERSONAL = ["Core/echo", "PushSubscription/get", "PushSubscription/set"];

let suite: TestSuite;
let alice: Actor;
let accounts: Readonly<Record<AccountName, Records>>;

beforeAll(async () => {
  suite = await testSuite();
  const { accounts: people } = suite;
  await people.createOrganisation("system", { name: "House", domain: "demo.test" });
  const [personOf, actorOf] = [new Map<string, string>(), new Map<string, Actor>()];
  for (const name of ["alice", "bob", "carol"]) {
    const given = { name, address: `${name}@demo.test`, password: "a long enough passphrase" };
    personOf.set(name, (await people.persons.create("system", given)).id);
  }
  const share = async (name: string, mayWrite: boolean) => {
    const members = [
      { personId: personOf.get("alice")!, mayWrite },
      { personId: personOf.get("bob")!, mayWrite: true },
    ];
    const given = { name, address: `${name}@demo.test`, members };
    return (await people.shared.create("system", given)).accountId;
  };
  const shared = await share("support", true);
  const readOnly = await share("archive", false);
  for (const name of personOf.keys()) {
    const given = { address: `${name}@demo.test`, password: "a long enough passphrase" };
    actorOf.set(name, await people.authenticate(given, { ip: "127.0.0.1" }));
  }
  const carol = actorOf.get("carol")!;
  const part = await fill(carol, carol.accountId);
  const folder = { name: "open" };
  const made = (await call(
    "FileNode/set",
    { accountId: carol.accountId, create: { a: folder } },
    carol,
  )) as Created;
  const rights = { mayRead: true, mayAddChildren: true, mayDelete: true, mayRename: true };
  const shareWith = { [personOf.get("alice")!]: rights };
  const update = { [made.created["a"]!.id]: { shareWith } };
  await call("FileNode/set", { accountId: carol.accountId, update }, carol);
  alice = await people.authenticate(
    { address: "alice@demo.test", password: "a long enough passphrase" },
    { ip: "127.0.0.1" },
  );
  const bob = actorOf.get("bob")!;
  accounts = {
    own: await fill(alice, alice.accountId),
    shared: await fill(bob, shared),
    readOnly: await fill(bob, readOnly),
    part,
    stranger: await fill(bob, bob.accountId),
    organisation: { ...NOTHING, accountId: "organisation" },
    unknown: { ...NOTHING, accountId: "a0000000000000000" },
  };
});

const NOTHING: Records = {
  accountId: "",
  mark: "nothing",
  emailId: "m1",
  threadId: "t1",
  mailboxId: "f1",
  blobId: `b${"0".repeat(64)}`,
  fileId: "n1",
  identityId: "i1",
};

/** Puts one of each into an account, by a user who may. */
async function fill(actor: Actor, accountId: string): Promise<Records> {
  const { engine } = suite;
  const mark = `a secret of ${accountId}`;
  const mailbox = { create: { a: { name: mark } } };
  const made = (await call("Mailbox/set", { accountId, ...mailbox }, actor)) as Created;
  const mailboxId = made.created["a"]!.id;
  const bytes = Buffer.from(`From: a@demo.test\r\nSubject: ${mark}\r\n\r\n${mark}\r\n`);
  const { blobId } = await engine.blobs.upload(actor, accountId, bytes, "message/rfc822");
  const [mail] = await deliver(engine, {
    hash: blobId.slice(1),
    size: bytes.length,
    transactionId: accountId,
    receivedAt: new Date(),
    recipients: [{ accountId, mailboxIds: [mailboxId] }],
  });
  const properties = ["threadId"];
  const got = await call("Email/get", { accountId, ids: [mail!.emailId], properties }, actor);
  const { threadId } = (got["list"] as { threadId: string }[])[0]!;
  const identities = await call("Identity/get", { accountId, ids: null }, actor);
  const file = { create: { a: { name: mark, blobId } } };
  const files = await call("FileNode/set", { accountId, ...file }, actor);
  return {
    accountId,
    mark,
    mailboxId,
    blobId,
    threadId,
    emailId: mail!.emailId,
    identityId: (identities["list"] as { id: string }[])[0]!.id,
    fileId: (files as Partial<Created>).created?.["a"]?.id ?? "n1",
  };
}

type Created = JsonObject & { readonly created: Readonly<Record<string, { id: string }>> };

/** Calls one method; an error's answer has its `type` and nothing else. */
async function call(name: string, args: JsonObject, actor = alice): Promise<JsonObject> {
  const { capabilities } = suite.engine.session(actor, {
    api: "",
    download: "",
    upload: "",
    eventSource: "",
  });
  const using = Object.keys(capabilities);
  const methodCalls = [[name, args, "c"]];
  const { methodResponses } = await suite.engine.handle(actor, { using, methodCalls });
  const [answerName, answer] = methodResponses[0]!;
  return answerName === "error" ? { error: answer["type"] } : answer;
}

const outcome = async (name: string, args: JsonObject, actor = alice): Promise<string> => {
  const { error } = await call(name, args, actor);
  const isRefused =
    typeof error === "string" && /^(from)?account|forbidden|unknownM|proofR/i.test(error);
  return isRefused ? error : "yes";
};

/** Everything that an account has, as its log has it. */
const trace = (accountId: string) =>
  Promise.all([
    suite.engine.states(accountId),
    suite.platform.db
      .selectFrom("blob")
      .select("hash")
      .where("account_id", "=", accountId)
      .orderBy("hash")
      .execute(),
  ]);

it("every method that is served has an entry", () => {
  const known = [TABLE, COPIES, ADMINISTRATION].flatMap(Object.keys).concat(PERSONAL);
  expect([...suite.engine.methods].sort()).toEqual(known.sort());
});

describe.each(Object.keys(TABLE))("%s", (name) => {
  const { args, expected } = TABLE[name]!;

  it.each(ACCOUNTS)("is for Alice in this kind of account: %s", async (kind) => {
    const records = accounts[kind];
    const before = await trace(records.accountId);
    const result = await outcome(name, { accountId: records.accountId, ...args(records) });
    expect(result).toBe(expected[kind]);
    if (expected[kind] !== "yes") expect(await trace(records.accountId)).toEqual(before);
  });

  it("reaches no record of another account through an account that may be used", async () => {
    const kind = ACCOUNTS.find((one) => expected[one] === "yes")!;
    const { accountId } = accounts[kind];
    for (const other of ["stranger", "part", "readOnly", "shared"] as const) {
      if (other === kind) continue;
      const foreign = accounts[other];
      const before = await trace(foreign.accountId);
      const answer = await call(name, { accountId, ...args(foreign) });
      expect(JSON.stringify(answer)).not.toContain(foreign.mark);
      expect(await trace(foreign.accountId)).toEqual(before);
      expect((await suite.engine.blobs.open(alice, accountId, foreign.blobId)) === null).toBe(true);
    }
  });
});

/** By a program's own credential: what it is not for is not there, and what only reads changes nothing. */
describe.each(CREDENTIAL_SCOPES)("for a token whose scope is %s", (scope) => {
  describe.each([false, true])("and which only reads: %s", (isReadOnly) => {
    let program: Actor;
    beforeAll(async () => {
      const given = { kind: "token", name: "Program", days: null, scope, isReadOnly } as const;
      const { secret } = await suite.accounts.credentials.create(alice, given);
      program = await suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
    });

    it.each(Object.keys(TABLE))("%s", async (name) => {
      const row = TABLE[name]!;
      const kind = ACCOUNTS.find((one) => row.expected[one] === "yes")!;
      const records = accounts[kind];
      const isFor = scope === "all" || row.scope === "any" || row.scope === scope;
      const changes = row.expected.readOnly === "accountReadOnly";
      const before = await trace(records.accountId);
      const args = { accountId: records.accountId, ...row.args(records) };
      const allowed = changes && isReadOnly ? "accountReadOnly" : "yes";
      expect(await outcome(name, args, program)).toBe(isFor ? allowed : "unknownMethod");
      if (!isFor || isReadOnly) expect(await trace(records.accountId)).toEqual(before);
    });

    it.each(Object.keys(COPIES))("%s", async (name) => {
      const from = accounts.own;
      const { accountId } = accounts.shared;
      const isFor = scope === "all" || scope === "mail" || name.startsWith("Blob/");
      const args = { fromAccountId: from.accountId, accountId, ...COPIES[name]!(from) };
      const before = await trace(accountId);
      const allowed = isReadOnly ? "accountReadOnly" : "yes";
      expect(await outcome(name, args, program)).toBe(isFor ? allowed : "unknownMethod");
      if (!isFor || isReadOnly) expect(await trace(accountId)).toEqual(before);
    });

    it.each(Object.keys(ADMINISTRATION))("%s", async (name) => {
      const { args: given, wants } = ADMINISTRATION[name]!;
      const args = { accountId: accounts.organisation.accountId, ...given };
      const administrator: Actor = { ...program, roles: ["member", "administrator"] };
      const allowed = scope === "all" && wants === undefined ? "yes" : "unknownMethod";
      expect(await outcome(name, args, administrator)).toBe(allowed);
    });
  });
});

describe.each(Object.keys(COPIES))("%s", (name) => {
  const args = COPIES[name]!;

  it.each(ACCOUNTS)("to this kind of account: %s", async (kind) => {
    const { accountId } = accounts[kind];
    const from = accounts[kind === "own" ? "shared" : "own"];
    const before = await trace(accountId);
    const result = await outcome(name, { fromAccountId: from.accountId, accountId, ...args(from) });
    expect(result).toBe(COPY_TO[kind]);
    if (result !== "yes") expect(await trace(accountId)).toEqual(before);
  });

  it.each(ACCOUNTS)("from this kind of account: %s", async (kind) => {
    const from = accounts[kind];
    const to = accounts[kind === "own" ? "shared" : "own"];
    const result = await outcome(name, {
      fromAccountId: from.accountId,
      accountId: to.accountId,
      ...args(from),
    });
    expect(result).toBe(COPY_FROM[kind].replace(/^account/, "fromAccount"));
  });
});

describe.each(Object.keys(ADMINISTRATION))("%s", (name) => {
  const { args: given, wants } = ADMINISTRATION[name]!;
  const ask = async (
    kind: AccountName,
    roles: Actor["roles"],
    provedFor = 60_000,
  ): Promise<unknown> => {
    const { accountId } = accounts[kind];
    const signedIn = asInBrowser(
      { ...alice, roles },
      new Date(suite.platform.clock.now().getTime() + provedFor),
    );
    return outcome(name, { accountId, ...given }, signedIn);
  };

  it.each(ACCOUNTS)("in this kind of account: %s", async (kind) => {
    const refused = { ...DIRECTORY, organisation: NO_MAIL }[kind];
    const reads = wants !== "proof";
    const others = ["member", "security-officer", "auditor", "help-editor"] as const;
    const readOnly = kind === "readOnly" || kind === "organisation" ? "accountReadOnly" : refused;
    expect(await ask(kind, others)).toBe(reads ? refused : readOnly);
    const expected = kind === "readOnly" && !reads ? readOnly : DIRECTORY[kind];
    expect(await ask(kind, ["administrator"])).toBe(expected);
  });

  it("wants a proof that is not old, where it does", async () => {
    const expected = wants === "proof" ? "proofRequired" : "yes";
    expect(await ask("organisation", ["administrator"], 0)).toBe(expected);
  });
});

describe("what a user may no longer see", () => {
  beforeEach(async () => {
    expect(await outcome("Mailbox/get", { accountId: accounts.shared.accountId, ids: null })).toBe(
      "yes",
    );
  });

  it("is not there any more, once the actor is read again", async () => {
    const { accounts: people } = suite;
    await people.shared.revoke("system", accounts.shared.accountId, alice.personId);
    const now = (await people.refresh(alice))!;
    for (const [name, { args }] of Object.entries(TABLE)) {
      const { accountId } = accounts.shared;
      const answer = await call(name, { accountId, ...args(accounts.shared) }, now);
      expect(answer, name).toEqual({ error: "accountNotFound" });
    }
  });
});
