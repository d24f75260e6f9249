import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CREDENTIAL_SCOPES, type CredentialScope } from "@atrium/contract/types/client-credential";
import { CAPABILITY, type JsonObject } from "@atrium/contract/types/wire";
import { IS_WHOLE } from "../../../formats/src/testing/whole.ts";
import { deliver } from "../features/mail/index.ts";
import { testSuite, type TestSuite } from "../testing/organisation.ts";
import type { Actor } from "../engine/index.ts";
import { asInBrowser } from "../features/accounts/index.ts";

/**
 * Who may do what where, for every method that is served: Alice asks, and each account is of another kind to her; then
 * programs ask for her, each with a credential of another scope; and a guest, to whom one folder in one account is open.
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
/** Those that most can be got wrong in; the whole run asks in all. */
const ASKED_IN: readonly AccountName[] = IS_WHOLE
  ? ACCOUNTS
  : ["readOnly", "organisation", "part", "stranger"];
/** A guest is nobody in most of them: where something is open to them, and where nothing is. */
const GUEST_IN: readonly AccountName[] = IS_WHOLE ? ACCOUNTS : ["part", "stranger"];
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
/** What was deleted is for who may delete. */
const DELETED_READ: Expected = { ...MAIL_READ, readOnly: NO_MAIL };
/** Files are in the same accounts, and may be shared one by one. */
const FILES_READ: Expected = { ...MAIL_READ, part: "yes" };
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
/** What a person is told lies in the own account, and is found and dismissed where the directory is. */
const TOLD_WRITE: Expected = { ...DIRECTORY, readOnly: "accountReadOnly" };
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
  readonly uploadId: string;
  readonly identityId: string;
}

/** What a program's credential has to be for; `none`: nothing less than everything will do. */
type Scope = Exclude<CredentialScope, "all"> | "any" | "none";

interface Row {
  readonly scope: Scope;
  readonly expected: Expected;
  /** Who only reads an account does not see it. */
  readonly isForWriters?: true;
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

const forWriters = (rows: Readonly<Record<string, Row>>): Record<string, Row> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, row]) => [name, { ...row, isForWriters: true }]),
  );

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
  "Email/verifySignature": {
    scope: "mail",
    args: ({ emailId }) => ({ emailId }),
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
  "MDN/send": {
    scope: "mail",
    args: ({ emailId, identityId }) => ({ identityId, send: { a: { forEmailId: emailId } } }),
    expected: MAIL_WRITE,
  },
  "MDN/parse": {
    scope: "mail",
    args: ({ blobId }) => ({ blobIds: [blobId] }),
    expected: MAIL_READ,
  },
  ...standard("SieveScript", "mail", () => "nobody", ALL, MAIL_READ, MAIL_WRITE),
  "SieveScript/validate": {
    scope: "mail",
    args: ({ blobId }) => ({ blobId }),
    expected: MAIL_READ,
  },
  ...standard("TrustedSender", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...forWriters(standard("DeletedEmail", "mail", () => "nobody", ALL, DELETED_READ, MAIL_WRITE)),
  "DeletedEmail/restore": {
    scope: "mail",
    args: ({ emailId }) => ({ ids: [emailId] }),
    expected: MAIL_WRITE,
  },
  ...standard("QuickStep", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...standard("SavedSearch", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...standard("Template", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...standard("Label", "mail", () => "nobody", "get changes set", MAIL_READ, MAIL_WRITE),
  ...standard("Quota", "none", () => "octets", "get changes query queryChanges", MAIL_READ),
  "Quota/usage": { scope: "none", args: () => ({}), expected: MAIL_READ },
  ...standard("FileNode", "files", (records) => records.fileId, ALL, FILES_READ, FILES_WRITE),
  // Large uploads lie in accounts that one has whole.
  ...standard(
    "FileUpload",
    "files",
    ({ uploadId }) => uploadId,
    "get changes set",
    MAIL_READ,
    MAIL_WRITE,
  ),
  ...standard("FileLink", "files", () => "nobody", ALL, FILES_READ, FILES_WRITE),
  "FileLink/setPassword": {
    scope: "files",
    args: () => ({ id: "nobody", password: "open sesame" }),
    expected: FILES_WRITE,
  },
  ...standard("Principal", "contacts", () => "nobody", "get changes query queryChanges", DIRECTORY),
  ...standard("ShareNotification", "contacts", () => "nobody", ALL, DIRECTORY, TOLD_WRITE),
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
const COPIES: Readonly<Record<string, Copy>> = {
  "Email/copy": {
    scope: "mail",
    args: ({ emailId }) => ({ create: { a: { id: emailId, mailboxIds: {} } } }),
    from: MAIL_READ,
    to: { ...MAIL_WRITE, part: "accountNotFound" },
    other: (kind) => (kind === "own" ? "shared" : "own"),
  },
  "FileNode/copy": {
    scope: "files",
    args: ({ fileId }) => ({ create: { a: { id: fileId } } }),
    from: FILES_READ,
    to: { ...FILES_WRITE, part: "accountNotFound" },
    other: (kind) => (kind === "own" ? "shared" : "own"),
  },
  "Blob/copy": {
    scope: "any",
    args: ({ blobId }) => ({ blobIds: [blobId] }),
    from: BLOB_READ,
    to: { ...BLOB_WRITE, part: "accountNotFound" },
    other: (kind) => (kind === "own" ? "shared" : "own"),
  },
};

interface Copy extends Pick<Row, "scope" | "args"> {
  readonly from: Expected;
  readonly to: Expected;
  /** The account at the other end. */
  readonly other: (kind: AccountName) => AccountName;
}

/** Those for administrators, in the organisation's account. */
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
  "QuarantinedMail/get": { args: { ids: null }, wants: "browser" },
  "QuarantinedMail/changes": { args: { sinceState: "0" }, wants: "browser" },
  "QuarantinedMail/query": { args: {}, wants: "browser" },
  "QuarantinedMail/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "QuarantinedMail/set": { args: { update: { z0: { isReleased: true } } }, wants: "proof" },
  "Organisation/get": { args: { ids: null }, wants: "browser", isRead: true },
  "Organisation/changes": { args: { sinceState: "0" }, wants: "browser", isRead: true },
  "Organisation/set": { args: { update: { singleton: { name: "X" } } }, wants: "proof" },
  "Remote/get": { args: { ids: null }, wants: "browser", isRead: true },
  "Remote/changes": { args: { sinceState: "0" }, wants: "browser", isRead: true },
  "Remote/set": { args: { update: { drive: { pinnedVersion: "1.0.0" } } }, wants: "proof" },
  "Person/get": { args: { ids: null }, wants: "browser" },
  "Person/changes": { args: { sinceState: "0" }, wants: "browser" },
  "Person/query": { args: {}, wants: "browser" },
  "Person/queryChanges": { args: { sinceQueryState: "0" }, wants: "browser" },
  "Person/set": { args: { update: { p0: { name: "X" } } }, wants: "proof" },
  "Person/setPassword": { args: { id: "p0", password: "a long enough phrase" }, wants: "proof" },
  "Person/remove": { args: { id: "p0" }, wants: "proof" },
  "Person/endSessions": { args: { id: "p0" }, wants: "proof" },
  "Person/invite": { args: { id: "p0" }, wants: "proof" },
  "Person/storage": { args: { id: "p0" }, wants: "browser" },
  "SharedAccount/storage": { args: { id: "a0" }, wants: "browser" },
  "Person/resetSecondFactor": { args: { id: "p0" }, wants: "proof" },
};

interface Administered {
  readonly args: JsonObject;
  /** A session in a browser, and for some a proof in it that is not old; where it is absent, programs may as well. */
  readonly wants?: "browser" | "proof";
  /** Everybody else reads it as well. */
  readonly isRead?: true;
}

/** What works for a guest, in the account where something is shared with it; all others are not there. */
const FOR_GUESTS = [
  ...["get", "changes", "set", "query", "queryChanges"].map((verb) => `FileNode/${verb}`),
  ...["upload", "get", "lookup"].map((verb) => `Blob/${verb}`),
];

/** Those for members in a browser, each in the one account where it is; whose it is works in others, and reaches none there. */
const BROWSER: Readonly<Record<string, OfBrowsers>> = {
  "SignInSession/get": { args: { ids: null }, account: "own" },
  "SignInSession/changes": { args: { sinceState: "0" }, account: "own" },
  "SignInSession/set": { args: { destroy: ["s0"] }, account: "own" },
  "SignInSession/endOthers": { args: {}, account: "own" },
  "BackgroundTask/get": { args: { ids: null }, account: "own", andShared: true },
  "BackgroundTask/changes": { args: { sinceState: "0" }, account: "own", andShared: true },
  "BackgroundTask/set": { args: { destroy: ["k0"] }, account: "own", andShared: true },
  "ClientCredential/get": { args: { ids: null }, account: "own" },
  "ClientCredential/changes": { args: { sinceState: "0" }, account: "own" },
  "ClientCredential/set": {
    args: { update: { c0: { name: "X" } } },
    account: "own",
    wantsProof: true,
  },
  "Passkey/get": { args: { ids: null }, account: "own" },
  "Passkey/changes": { args: { sinceState: "0" }, account: "own" },
  "Passkey/set": { args: { destroy: ["k0"] }, account: "own", wantsProof: true },
  "Passkey/begin": { args: {}, account: "own", wantsProof: true },
  "Passkey/add": { args: { name: "X", created: {} }, account: "own", wantsProof: true },
  "Preferences/get": { args: { ids: null }, account: "own" },
  "Preferences/changes": { args: { sinceState: "0" }, account: "own" },
  "Preferences/set": { args: { update: { singleton: { theme: "dark" } } }, account: "own" },
  "Policies/get": { args: { ids: null }, account: "organisation" },
  "Policies/changes": { args: { sinceState: "0" }, account: "organisation" },
  "Policies/set": {
    args: { update: { singleton: { deviceReason: "X" } } },
    account: "organisation",
    isForAdministrators: true,
    wantsProof: true,
  },
  "ShareGuest/get": { args: { ids: null }, account: "own" },
  "ShareGuest/changes": { args: { sinceState: "0" }, account: "own" },
  "ShareGuest/set": { args: { create: { a: { name: "X" } } }, account: "own" },
  "ShareGuest/newSecret": { args: { id: "v0" }, account: "own" },
};
/** Those of them that change something. */
const isChange = (name: string): boolean => !/\/(?:get|changes)$/.test(name);

interface OfBrowsers {
  readonly args: JsonObject;
  readonly account: "own" | "organisation";
  /** Works in shared accounts too, as mail does. */
  readonly andShared?: true;
  /** Who may; all members unless given. */
  readonly isForAdministrators?: true;
  /** That is not old. */
  readonly wantsProof?: true;
}

/** Those without account: only what belongs to the person and the credential. Tested with the feature. */
const PERSONAL = ["Core/echo", "PushSubscription/get", "PushSubscription/set"];

let suite: TestSuite;
let alice: Actor;
/** Of Carol, in the account in which one folder is shared with Alice too. */
let guest: Actor;
/** The folder in "part" that is shared with Alice and the guest. */
let openId: string;
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
  openId = made.created["a"]!.id;
  const rights = { mayRead: true, mayAddChildren: true, mayDelete: true, mayRename: true };
  const asOwner = asInBrowser(carol, new Date(0));
  const guests = { accountId: carol.accountId, create: { a: { name: "Guest" } } };
  const invited = (await call("ShareGuest/set", guests, asOwner)) as Created;
  const { id } = invited.created["a"]!;
  const of = { accountId: carol.accountId, id };
  const { secret } = await call("ShareGuest/newSecret", of, asOwner);
  const shareWith = { [personOf.get("alice")!]: rights, [id]: rights };
  await call(
    "FileNode/set",
    { accountId: carol.accountId, ...update(openId, { shareWith }) },
    carol,
  );
  guest = await people.authenticateToken(secret as string, { ip: "127.0.0.1" });
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
  uploadId: "u1",
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
  const begun = { create: { a: { name: mark, size: 1 } } };
  const uploads = await call("FileUpload/set", { accountId, ...begun }, actor);
  return {
    accountId,
    mark,
    mailboxId,
    blobId,
    threadId,
    emailId: mail!.emailId,
    identityId: (identities["list"] as { id: string }[])[0]!.id,
    fileId: (files as Partial<Created>).created?.["a"]?.id ?? "n1",
    uploadId: (uploads as Partial<Created>).created?.["a"]?.id ?? "u1",
  };
}

type Created = JsonObject & { readonly created: Readonly<Record<string, { id: string }>> };

const URLS = { api: "", download: "", upload: "", eventSource: "" };
/** What there is for an actor, who stays as they were read. */
const usable = new WeakMap<Actor, readonly string[]>();

async function capabilitiesOf(actor: Actor): Promise<readonly string[]> {
  const known = usable.get(actor);
  if (known !== undefined) return known;
  const { capabilities } = await suite.engine.session(actor, URLS);
  usable.set(actor, Object.keys(capabilities));
  return Object.keys(capabilities);
}

/** Calls one method; an error's answer has its `type` and nothing else. */
async function call(name: string, args: JsonObject, actor = alice): Promise<JsonObject> {
  const using = await capabilitiesOf(actor);
  const methodCalls = [[name, args, "c"]];
  const { methodResponses } = await suite.engine.handle(actor, { using, methodCalls });
  const [answerName, answer] = methodResponses[0]!;
  if (answerName === "error") return { error: answer["type"] };
  traces.clear();
  return answer;
}

const outcome = async (name: string, args: JsonObject, actor = alice): Promise<string> => {
  const { error } = await call(name, args, actor);
  const isRefused =
    typeof error === "string" && /^(from)?account|forbidden|unknownM|proofR/i.test(error);
  return isRefused ? error : "yes";
};

/** By account, what it had when it was last looked at: as long as all that was asked for is refused, it has to stay. */
const traces = new Map<string, unknown>();

/** Everything that an account has, as its log has it. */
async function trace(accountId: string): Promise<unknown> {
  const found = await Promise.all([
    suite.engine.states(accountId),
    suite.platform.db
      .selectFrom("blob")
      .select("hash")
      .where("account_id", "=", accountId)
      .orderBy("hash")
      .execute(),
  ]);
  traces.set(accountId, found);
  return found;
}

const traceBefore = async (accountId: string): Promise<unknown> =>
  traces.get(accountId) ?? (await trace(accountId));

it("every method that is served has an entry", () => {
  const known = [TABLE, COPIES, ADMINISTRATION, BROWSER].flatMap(Object.keys).concat(PERSONAL);
  expect([...suite.engine.methods].sort()).toEqual(known.sort());
});

/** What needs nothing that is there already. */
const BRINGS = "Blob/upload";

type Change = (id: string) => JsonObject;
const update = (id: string, patch: JsonObject): JsonObject => ({ update: { [id]: patch } });
const destroy = (id: string): JsonObject => ({ destroy: [id], onDestroyRemoveChildren: true });
/** What somebody with part of an account in reach changes there, of a node outside of it, and of one inside. */
const OUTSIDE: Readonly<Record<string, Change>> = {
  "makes something in it": (id) => ({ create: { a: { name: "new", parentId: id } } }),
  "makes something at the top": () => ({ create: { a: { name: "new", parentId: null } } }),
  "moves it in": (id) => update(id, { parentId: openId }),
  "renames it": (id) => update(id, { name: "renamed" }),
  "shares it": (id) => update(id, { shareWith: { [alice.personId]: { mayRead: true } } }),
  "destroys it": destroy,
};
const INSIDE: Readonly<Record<string, readonly [Change, "done" | "refused"]>> = {
  "makes something in it": [(id) => ({ create: { a: { name: "new", parentId: id } } }), "done"],
  "renames it": [(id) => update(id, { name: "renamed" }), "done"],
  "changes it otherwise": [(id) => update(id, { executable: true }), "refused"],
  "moves it out": [(id) => update(id, { parentId: null }), "refused"],
  "shares it": [
    (id) => update(id, { shareWith: { [alice.personId]: { mayRead: true } } }),
    "refused",
  ],
  "destroys it": [destroy, "done"],
};

describe.each(["Alice", "the guest"])("with part of an account in reach %s", (who) => {
  /** Whether a change of a node is made; of one that is not nothing is left. */
  async function change(asked: Change, id: string): Promise<"done" | "refused"> {
    const { accountId } = accounts.part;
    const before = await traceBefore(accountId);
    const by = who === "Alice" ? alice : guest;
    const answer = await call("FileNode/set", { accountId, ...asked(id) }, by);
    const refused = ["notCreated", "notUpdated", "notDestroyed"].some(
      (one) => answer[one] !== null,
    );
    const isSame = JSON.stringify(await trace(accountId)) === JSON.stringify(before);
    expect(isSame).toBe(refused);
    return refused ? "refused" : "done";
  }

  it.each(Object.entries(OUTSIDE))("of what is outside, never: %s", async (_, asked) => {
    expect(await change(asked, accounts.part.fileId)).toBe("refused");
  });

  it.each(Object.entries(INSIDE))(
    "of what is inside, as the rights say: %s",
    async (_, [asked, expected]) => {
      const { accountId } = accounts.part;
      const create = { a: { name: "inside", parentId: openId } };
      const made = (await call("FileNode/set", { accountId, create }, alice)) as Created;
      const { id } = made.created["a"]!;
      expect(await change(asked, id)).toBe(expected);
      await call("FileNode/set", { accountId, ...destroy(id) }, alice);
    },
  );
});

describe.each(Object.keys(TABLE))("%s", (name) => {
  const { args, expected } = TABLE[name]!;

  it.each(ASKED_IN)("is for Alice in this kind of account: %s", async (kind) => {
    const records = accounts[kind];
    const before = await traceBefore(records.accountId);
    const result = await outcome(name, { accountId: records.accountId, ...args(records) });
    expect(result).toBe(expected[kind]);
    // Of an account that is in reach in part the table asks for what is not.
    const isOutside = kind === "part" && name !== BRINGS;
    if (isOutside || expected[kind] !== "yes")
      expect(await trace(records.accountId)).toEqual(before);
  });

  it("reaches no record of another account through an account that may be used", async () => {
    const kind = ACCOUNTS.find((one) => expected[one] === "yes")!;
    const { accountId } = accounts[kind];
    for (const other of ["stranger", "part", "readOnly", "shared"] as const) {
      if (other === kind || !(IS_WHOLE || ASKED_IN.includes(other))) continue;
      const foreign = accounts[other];
      const before = await traceBefore(foreign.accountId);
      const answer = await call(name, { accountId, ...args(foreign) });
      expect(JSON.stringify(answer)).not.toContain(foreign.mark);
      expect(await trace(foreign.accountId)).toEqual(before);
      expect((await suite.engine.blobs.open(alice, accountId, foreign.blobId)) === null).toBe(true);
    }
  });
});

/** What reads only is refused alike whatever it is for: the sample sees that in the scope that holds all others. */
const accessesOf = (scope: CredentialScope): readonly boolean[] =>
  IS_WHOLE ? [false, true] : [scope === "all"];

/** By a program's own credential: what it is not for is not there, and what only reads changes nothing. */
describe.each(CREDENTIAL_SCOPES)("for a token whose scope is %s", (scope) => {
  describe.each(accessesOf(scope))("and which only reads: %s", (isReadOnly) => {
    let program: Actor;
    beforeAll(async () => {
      const given = {
        kind: "token",
        name: "Program",
        expiresAt: null,
        scope,
        isReadOnly,
      } as const;
      const { secret } = await suite.accounts.credentials.create(alice, given);
      traces.clear();
      program = await suite.accounts.authenticateToken(secret, { ip: "127.0.0.1" });
    });

    it.each(Object.keys(TABLE))("%s", async (name) => {
      const row = TABLE[name]!;
      const kind = ACCOUNTS.find((one) => row.expected[one] === "yes")!;
      const records = accounts[kind];
      const isFor = scope === "all" || row.scope === "any" || row.scope === scope;
      const changes = row.expected.readOnly === "accountReadOnly";
      const before = await traceBefore(records.accountId);
      const args = { accountId: records.accountId, ...row.args(records) };
      const readsOnly = changes ? "accountReadOnly" : row.isForWriters ? NO_MAIL : "yes";
      const allowed = isReadOnly ? readsOnly : "yes";
      expect(await outcome(name, args, program)).toBe(isFor ? allowed : "unknownMethod");
      if (!isFor || isReadOnly) expect(await trace(records.accountId)).toEqual(before);
    });

    it.each(Object.keys(COPIES))("%s", async (name) => {
      const from = accounts.own;
      const { accountId } = accounts.shared;
      const copy = COPIES[name]!;
      const isFor = scope === "all" || copy.scope === "any" || copy.scope === scope;
      const args = { fromAccountId: from.accountId, accountId, ...copy.args(from) };
      const before = await traceBefore(accountId);
      const allowed = isReadOnly ? "accountReadOnly" : copy.to.shared;
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

    it.each(Object.keys(BROWSER))("%s", async (name) => {
      const { args: given, account } = BROWSER[name]!;
      const args = { accountId: accounts[account].accountId, ...given };
      const administrator: Actor = { ...program, roles: ["member", "administrator"] };
      const before = await traceBefore(args.accountId);
      expect(await outcome(name, args, administrator)).toBe("unknownMethod");
      expect(await trace(args.accountId)).toEqual(before);
    });

    it("tells nothing of its person's ways in", async () => {
      const session = JSON.stringify(await suite.engine.session(program, URLS));
      expect(session).not.toContain(CAPABILITY.security);
      for (const type of ["SignInSession", "ClientCredential", "Passkey"]) {
        expect(suite.engine.typesOf(program)).not.toContain(type);
        expect(suite.engine.hearsOf(program, type)).toBe(false);
      }
    });
  });
});

describe.each(Object.keys(BROWSER))("%s", (name) => {
  const {
    args,
    account,
    andShared,
    isForAdministrators = false,
    wantsProof = false,
  } = BROWSER[name]!;
  const worksIn = (kind: AccountName): boolean =>
    kind === account ||
    (andShared === true && (kind === "shared" || (kind === "readOnly" && !isChange(name))));
  /** In a session that is there, which a way in is made in. */
  const signIn = async (): Promise<Actor> => {
    const client = { ip: "127.0.0.1", userAgent: "" };
    const { token } = await suite.accounts.sessions.start(alice, client);
    traces.clear();
    return (await suite.accounts.actorOfToken(token, client.ip))!.actor;
  };
  const ask = (
    actor: Actor,
    kind: AccountName,
    roles: Actor["roles"],
    provedFor = 60_000,
  ): Promise<string> => {
    const { accountId } = accounts[kind];
    const provedUntil = new Date(suite.platform.clock.now().getTime() + provedFor);
    const browserSession = { provedUntil, origin: "https://demo.test" };
    const asked = { ...asInBrowser({ ...actor, roles }, provedUntil), browserSession };
    return outcome(name, { accountId, ...args }, asked);
  };
  const others = ["member", "security-officer", "auditor", "help-editor"] as const;

  it.each(ASKED_IN)("in this kind of account: %s", async (kind) => {
    const { accountId } = accounts[kind];
    const elsewhere = { ...DIRECTORY, organisation: NO_MAIL }[kind];
    const refused = isChange(name) && kind === "readOnly" ? "accountReadOnly" : elsewhere;
    const actor = await signIn();
    const before = await traceBefore(accountId);
    if (isChange(name) && kind === "organisation")
      expect(await ask(actor, kind, others)).toBe("accountReadOnly");
    else expect(await ask(actor, kind, others)).toBe(worksIn(kind) ? "yes" : refused);
    if (kind !== account || isForAdministrators) expect(await trace(accountId)).toEqual(before);
    const allowed = worksIn(kind) ? "yes" : refused;
    expect(await ask(actor, kind, ["administrator"])).toBe(allowed);
    if (kind !== account) expect(await trace(accountId)).toEqual(before);
  });

  it("wants a proof that is not old, where it does", async () => {
    const actor = await signIn();
    const before = await traceBefore(accounts[account].accountId);
    const expected = wantsProof ? "proofRequired" : "yes";
    expect(await ask(actor, account, ["administrator"], 0)).toBe(expected);
    if (wantsProof) expect(await trace(accounts[account].accountId)).toEqual(before);
  });
});

describe("for a guest", () => {
  const everything = Object.keys({ ...TABLE, ...COPIES, ...ADMINISTRATION, ...BROWSER });

  it.each(everything)("%s", async (name) => {
    for (const kind of GUEST_IN) {
      const records = accounts[kind];
      const { accountId } = records;
      const before = await traceBefore(accountId);
      const given =
        TABLE[name]?.args(records) ??
        COPIES[name]?.args(records) ??
        ADMINISTRATION[name]?.args ??
        BROWSER[name]!.args;
      const isOpen = FOR_GUESTS.includes(name);
      const isCopy = name === "Blob/copy" || name === "FileNode/copy";
      const args = { accountId, ...(name in COPIES && { fromAccountId: accountId }), ...given };
      const answer = await call(name, args, guest);
      const result = isCopy || isOpen ? "accountNotFound" : "unknownMethod";
      if (isOpen && kind === "part") expect(await outcome(name, args, guest)).toBe("yes");
      else expect(answer).toEqual({ error: result });
      expect(JSON.stringify(answer)).not.toContain(records.mark);
      if (answer["error"] !== undefined || name !== BRINGS)
        expect(await trace(accountId)).toEqual(before);
      const { blobId } = records;
      expect(await suite.engine.blobs.open(guest, accountId, blobId)).toBeNull();
    }
  });

  it.each(PERSONAL)("%s", async (name) => {
    const expected = name === "Core/echo" ? {} : { error: "forbidden" };
    expect(await call(name, {}, guest)).toEqual(expected);
  });
});

describe.each(Object.keys(COPIES))("%s", (name) => {
  const { args, from: expectedFrom, to: expectedTo, other } = COPIES[name]!;

  it.each(ASKED_IN)("to this kind of account: %s", async (kind) => {
    const { accountId } = accounts[kind];
    const from = accounts[other(kind)];
    const before = await traceBefore(accountId);
    const result = await outcome(name, { fromAccountId: from.accountId, accountId, ...args(from) });
    expect(result).toBe(expectedTo[kind]);
    if (result !== "yes") expect(await trace(accountId)).toEqual(before);
  });

  it.each(ASKED_IN)("from this kind of account: %s", async (kind) => {
    const from = accounts[kind];
    const to = accounts[other(kind)];
    const result = await outcome(name, {
      fromAccountId: from.accountId,
      accountId: to.accountId,
      ...args(from),
    });
    const isOfTarget = other(kind) === "shared" && expectedTo.shared !== "yes";
    const expected = expectedFrom[kind];
    expect(result).toBe(isOfTarget ? expected : expected.replace(/^account/, "fromAccount"));
  });
});

describe.each(Object.keys(ADMINISTRATION))("%s", (name) => {
  const { args: given, wants, isRead = false } = ADMINISTRATION[name]!;
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

  it.each(ASKED_IN)("in this kind of account: %s", async (kind) => {
    const refused = { ...DIRECTORY, ...(!isRead && { organisation: NO_MAIL }) }[kind];
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
