/** The methods of JMAP by name. What they take and answer is inferred from the descriptions of their types. */
import type {
  Comparator,
  CreateOf,
  FilterOf,
  GivenOf,
  Properties,
  RecordOf,
  TypeDescription,
} from "./define.ts";
import type { PasskeyCreation } from "../api/passkeys.ts";
import type { BackgroundTask } from "./background-task.ts";
import type { ClientCredential } from "./client-credential.ts";
import type { DELETED_EMAIL_METHODS, DeletedEmail, DeletedEmailRestored } from "./deleted-email.ts";
import type { Email, EmailCreate } from "./email.ts";
import type { EMAIL_SIGNATURE_METHODS, EmailSignature } from "./email-signature.ts";
import type { EmailSubmission } from "./email-submission.ts";
import type { FILE_LINK_METHODS, FileLink } from "./file-link.ts";
import type { FileNode, FileNodeCreate } from "./file-node.ts";
import type { FileUpload } from "./file-upload.ts";
import type { Group } from "./group.ts";
import type { Identity } from "./identity.ts";
import type { Label } from "./label.ts";
import type { Mailbox } from "./mailbox.ts";
import type { MDN_METHODS, MdnParsed, MdnSent } from "./mdn.ts";
import type { OPERATIONS_METHODS, OperationsHistory, OperationsNow } from "./operations.ts";
import type { Passkey, PASSKEY_METHODS } from "./passkey.ts";
import type { Person, PERSON_METHODS } from "./person.ts";
import type { Policies } from "./policies.ts";
import type { Preferences } from "./preferences.ts";
import type { AccountStorage, STORAGE_METHODS } from "./storage.ts";
import type { Principal } from "./principal.ts";
import type { PushSubscription } from "./push-subscription.ts";
import type { QuarantinedMail } from "./quarantined-mail.ts";
import type { QUEUED_MAIL_METHODS } from "./queued-mail.ts";
import type { QuickStep } from "./quick-step.ts";
import type { Quota, QUOTA_METHODS, QuotaUsage } from "./quota.ts";
import type { SavedSearch } from "./saved-search.ts";
import type { SEARCH_SNIPPET_METHODS, SearchSnippet } from "./search-snippet.ts";
import type { ShareGuest, SHARE_GUEST_METHODS } from "./share-guest.ts";
import type { ShareNotification } from "./share-notification.ts";
import type { SIEVE_SCRIPT_METHODS, SieveScript } from "./sieve-script.ts";
import type { SIGN_IN_SESSION_METHODS, SignInSession } from "./sign-in-session.ts";
import type { STANDARD_ARGUMENTS, STATE_ARGUMENT } from "./standard-arguments.ts";
import type { Template } from "./template.ts";
import type { Thread } from "./thread.ts";
import type { TrustedSender } from "./trusted-sender.ts";
import type { VacationResponse } from "./vacation-response.ts";
import type {
  ChangesResponse,
  GetResponse,
  JsonObject,
  QueryChangesResponse,
  QueryResponse,
  ResultReference,
  SetError,
  SetResponse,
} from "./wire.ts";

interface Types {
  readonly BackgroundTask: typeof BackgroundTask;
  readonly ClientCredential: typeof ClientCredential;
  readonly DeletedEmail: typeof DeletedEmail;
  readonly Email: typeof Email;
  readonly EmailSubmission: typeof EmailSubmission;
  readonly FileLink: typeof FileLink;
  readonly FileNode: typeof FileNode;
  readonly FileUpload: typeof FileUpload;
  readonly Group: typeof Group;
  readonly Identity: typeof Identity;
  readonly Label: typeof Label;
  readonly Mailbox: typeof Mailbox;
  readonly Passkey: typeof Passkey;
  readonly Person: typeof Person;
  readonly Policies: typeof Policies;
  readonly Preferences: typeof Preferences;
  readonly Principal: typeof Principal;
  readonly PushSubscription: typeof PushSubscription;
  readonly QuarantinedMail: typeof QuarantinedMail;
  readonly QuickStep: typeof QuickStep;
  readonly Quota: typeof Quota;
  readonly SavedSearch: typeof SavedSearch;
  readonly ShareGuest: typeof ShareGuest;
  readonly ShareNotification: typeof ShareNotification;
  readonly SieveScript: typeof SieveScript;
  readonly SignInSession: typeof SignInSession;
  readonly Template: typeof Template;
  readonly Thread: typeof Thread;
  readonly TrustedSender: typeof TrustedSender;
  readonly VacationResponse: typeof VacationResponse;
}
type TypeName = keyof Types;

/** RFC 8620 §7.2: belongs to the person and to no account, and has no states. */
type WithoutAccount = "PushSubscription";

/** The server makes and changes them, and clients may destroy them. */
type MadeByServer = "DeletedEmail" | "ShareNotification" | "SignInSession";

/** Where `/set` takes more than the description can say. */
interface Creates {
  readonly Email: EmailCreate;
}

interface InAccount {
  readonly accountId: string;
}

/** What a method takes that is described so, and what it answers beyond the account. */
interface Described<Expected extends Properties, Result> {
  readonly arguments: InAccount & GivenOf<Expected>;
  readonly result: InAccount & Result;
}

type OnPasskeys = typeof PASSKEY_METHODS;
type OnPersons = typeof PERSON_METHODS;
type OnStorage = (typeof STORAGE_METHODS)["storage"];
interface OnePerson {
  readonly id: string;
}

type OnQueue = typeof QUEUED_MAIL_METHODS;
interface Recipients {
  readonly recipients: number;
}

/** Methods that are no type's standard ones. */
interface OtherMethods {
  readonly "Core/echo": { readonly arguments: JsonObject; readonly result: JsonObject };
  readonly "Operations/history": Described<
    (typeof OPERATIONS_METHODS)["history"],
    OperationsHistory
  >;
  readonly "Operations/now": Described<(typeof OPERATIONS_METHODS)["now"], OperationsNow>;
  /** RFC 8620 §6.3. */
  readonly "Blob/copy": {
    readonly arguments: InAccount & {
      readonly fromAccountId: string;
      readonly blobIds: readonly string[];
    };
    readonly result: InAccount & {
      readonly copied: Readonly<Record<string, string>> | null;
      readonly notCopied: Readonly<Record<string, SetError>> | null;
    };
  };
  /** RFC 9404 §4.2, of what is asked for here: digests in base64. */
  readonly "Blob/get": {
    readonly arguments: InAccount & {
      readonly ids: readonly string[];
      readonly properties: readonly `digest:${string}`[];
    };
    readonly result: InAccount & {
      readonly list: readonly Readonly<Record<string, string>>[];
    };
  };
  readonly "DeletedEmail/restore": Described<
    (typeof DELETED_EMAIL_METHODS)["restore"],
    DeletedEmailRestored
  >;
  readonly "Email/parse": {
    readonly arguments: InAccount & { readonly blobIds: readonly string[] };
    readonly result: InAccount & {
      readonly parsed: Readonly<Record<string, Partial<RecordOf<typeof Email>>>> | null;
    };
  };
  readonly "Email/verifySignature": Described<
    (typeof EMAIL_SIGNATURE_METHODS)["verifySignature"],
    { readonly signature: EmailSignature | null }
  >;
  readonly "FileLink/setPassword": Described<(typeof FILE_LINK_METHODS)["setPassword"], OnePerson>;
  /** Copies nodes of another account (RFC 8620 §5.4), folders without what lies in them. */
  readonly "FileNode/copy": {
    readonly arguments: InAccount & {
      readonly fromAccountId: string;
      readonly create: Readonly<Record<string, Partial<FileNodeCreate> & { readonly id: string }>>;
      readonly onExists?: "rename" | "replace" | null;
    };
    readonly result: InAccount & Pick<SetResponse, "created" | "notCreated">;
  };
  readonly "MDN/send": Described<(typeof MDN_METHODS)["send"], MdnSent>;
  readonly "MDN/parse": Described<(typeof MDN_METHODS)["parse"], MdnParsed>;
  readonly "QueuedMail/giveUp": Described<OnQueue["giveUp"], Recipients>;
  readonly "QueuedMail/retry": Described<OnQueue["retry"], Recipients>;
  readonly "Passkey/begin": Described<OnPasskeys["begin"], { readonly creation: PasskeyCreation }>;
  readonly "Passkey/add": Described<OnPasskeys["add"], { readonly id: string }>;
  readonly "SieveScript/validate": Described<
    (typeof SIEVE_SCRIPT_METHODS)["validate"],
    { readonly error: SetError | null }
  >;
  readonly "SignInSession/endOthers": Described<
    (typeof SIGN_IN_SESSION_METHODS)["endOthers"],
    unknown
  >;
  readonly "Person/endSessions": Described<OnPersons["endSessions"], OnePerson>;
  /** A link that lets a person set a password, of which only the newest works; the token is answered once. */
  readonly "Person/invite": Described<
    OnPersons["invite"],
    OnePerson & { readonly token: string; readonly expiresAt: string }
  >;
  readonly "Person/remove": Described<OnPersons["remove"], OnePerson>;
  readonly "Person/resetSecondFactor": Described<OnPersons["resetSecondFactor"], OnePerson>;
  readonly "Person/setPassword": Described<OnPersons["setPassword"], OnePerson>;
  readonly "Person/storage": Described<OnStorage, AccountStorage>;
  /** A secret in the place of the one that there was; it is answered once. */
  readonly "ShareGuest/newSecret": Described<
    (typeof SHARE_GUEST_METHODS)["newSecret"],
    OnePerson & { readonly secret: string }
  >;
  readonly "Quota/usage": Described<(typeof QUOTA_METHODS)["usage"], QuotaUsage>;
  readonly "SharedAccount/storage": Described<OnStorage, AccountStorage>;
  readonly "SearchSnippet/get": Described<
    (typeof SEARCH_SNIPPET_METHODS)["get"],
    { readonly list: readonly SearchSnippet[]; readonly notFound: readonly string[] | null }
  >;
}

type VerbOf<Type extends TypeName> =
  | "get"
  | (Type extends WithoutAccount ? never : "changes")
  | (keyof CreateOf<Types[Type]> extends never ? never : "set")
  | (Type extends MadeByServer ? "set" : never)
  | (Types[Type] extends { readonly filters: Properties } ? "query" | "queryChanges" : never);

export type MethodName =
  | keyof OtherMethods
  | { readonly [Type in TypeName]: `${Type}/${VerbOf<Type>}` }[TypeName];

/** What `/get` may be asked for. */
export type PropertyOf<D extends TypeDescription> =
  | (keyof D["properties"] & string)
  | (D extends { readonly dynamicPrefix: infer Prefix extends string }
      ? `${Prefix}${string}`
      : never);

/** What `/get` answers unless it is asked for less or more. */
export type DefaultPropertyOf<D extends TypeDescription> = {
  [Name in keyof D["properties"] & string]: D["properties"][Name] extends {
    readonly onRequest: true;
  }
    ? never
    : Name;
}[keyof D["properties"] & string];

/** What `/get` answers of a record. */
export type PartOf<D extends TypeDescription, Property extends string> = {
  readonly [Name in Property | "id"]: Name extends keyof RecordOf<D> ? RecordOf<D>[Name] : unknown;
};

/** The arguments that a type adds to a standard method. */
export type ExtraArguments<D extends TypeDescription, Verb extends string> = GivenOf<
  NonNullable<D["arguments"]>[Verb]
>;

export type SortOf<D extends TypeDescription> = readonly Comparator<
  NonNullable<D["sorts"]>[number]
>[];

/** What the standard methods take of every type. */
type Given = {
  readonly [Verb in keyof typeof STANDARD_ARGUMENTS]: GivenOf<(typeof STANDARD_ARGUMENTS)[Verb]>;
};

/** What a standard method takes, with what the type says more exactly. */
type Exactly<Verb extends keyof Given, More> = Omit<Given[Verb], keyof More> & More;

interface Search<D extends TypeDescription> {
  readonly filter?: FilterOf<D> | null;
  readonly sort?: SortOf<D> | null;
}

/** RFC 8620 §5.5: which records, in which order, and which page of them. */
export interface PageOf<D extends TypeDescription>
  extends Search<D>, Omit<Given["query"], keyof Search<D> | "calculateTotal"> {}

type Arguments<Type extends TypeName> = {
  readonly get: Omit<Given["get"], "properties"> & { readonly "#ids"?: ResultReference };
  readonly set: Exactly<
    "set",
    {
      readonly create?: Readonly<
        Record<string, Type extends keyof Creates ? Creates[Type] : CreateOf<Types[Type]>>
      > | null;
    }
  > &
    (Type extends WithoutAccount ? unknown : GivenOf<typeof STATE_ARGUMENT>);
  readonly changes: Given["changes"];
  readonly query: Exactly<"query", Search<Types[Type]>>;
  readonly queryChanges: Exactly<"queryChanges", Search<Types[Type]>>;
};

/** What the standard methods answer (RFC 8620 §5). */
export interface Results<Part, Whole = Part> {
  readonly get: GetResponse<Part>;
  readonly set: SetResponse<Whole>;
  readonly changes: ChangesResponse;
  readonly query: QueryResponse;
  readonly queryChanges: QueryChangesResponse;
}

/** The properties that a method may be asked for; none but of a `/get` or `/parse`. */
export type MethodProperty<Name extends MethodName> =
  Name extends `${infer Type extends TypeName}/${"get" | "parse"}`
    ? PropertyOf<Types[Type]>
    : Name extends "Blob/get"
      ? `digest:${string}`
      : never;

export type DefaultProperty<Name extends MethodName> =
  Name extends `${infer Type extends TypeName}/${"get" | "parse"}`
    ? DefaultPropertyOf<Types[Type]>
    : never;

export type ArgumentsOf<
  Name extends MethodName,
  Property extends string,
> = (Name extends keyof OtherMethods
  ? OtherMethods[Name]["arguments"]
  : Name extends `${infer Type extends TypeName}/${infer Verb extends keyof Results<unknown>}`
    ? Arguments<Type>[Verb] &
        ExtraArguments<Types[Type], Verb> &
        (Type extends WithoutAccount ? unknown : InAccount)
    : never) & { readonly properties?: readonly Property[] | null };

export type ResultOf<
  Name extends MethodName,
  Property extends string,
> = Name extends keyof OtherMethods
  ? OtherMethods[Name]["result"]
  : Name extends `${infer Type extends TypeName}/${infer Verb extends keyof Results<unknown>}`
    ? Results<PartOf<Types[Type], Property>, RecordOf<Types[Type]>>[Verb]
    : never;

/** Calls one method. */
export type CallMethod = <
  Name extends MethodName,
  Property extends MethodProperty<Name> = DefaultProperty<Name>,
>(
  name: Name,
  args: ArgumentsOf<Name, Property>,
) => Promise<ResultOf<Name, Property>>;
