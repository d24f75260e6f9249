/** The methods of JMAP by name. What they take and answer is inferred from the descriptions of their types. */
import type {
  Comparator,
  CreateOf,
  FilterOf,
  Properties,
  RecordOf,
  TypeDescription,
  ValueOf,
} from "./define.ts";
import type { Email, EmailCreate, EmailFilter } from "./email.ts";
import type { EmailSubmission } from "./email-submission.ts";
import type { FileNode } from "./file-node.ts";
import type { Group } from "./group.ts";
import type { Identity } from "./identity.ts";
import type { Label } from "./label.ts";
import type { Mailbox } from "./mailbox.ts";
import type { HistoryRange, OperationsHistory, OperationsNow } from "./operations.ts";
import type { Person } from "./person.ts";
import type { Principal } from "./principal.ts";
import type { PushSubscription } from "./push-subscription.ts";
import type { Quota } from "./quota.ts";
import type { SavedSearch } from "./saved-search.ts";
import type { SearchSnippet } from "./search-snippet.ts";
import type { Thread } from "./thread.ts";
import type { TrustedSender } from "./trusted-sender.ts";
import type { VacationResponse } from "./vacation-response.ts";
import type {
  ChangesResponse,
  GetResponse,
  JsonObject,
  PatchObject,
  QueryChangesResponse,
  QueryResponse,
  ResultReference,
  SetResponse,
} from "./wire.ts";

interface Types {
  readonly Email: typeof Email;
  readonly EmailSubmission: typeof EmailSubmission;
  readonly FileNode: typeof FileNode;
  readonly Group: typeof Group;
  readonly Identity: typeof Identity;
  readonly Label: typeof Label;
  readonly Mailbox: typeof Mailbox;
  readonly Person: typeof Person;
  readonly Principal: typeof Principal;
  readonly PushSubscription: typeof PushSubscription;
  readonly Quota: typeof Quota;
  readonly SavedSearch: typeof SavedSearch;
  readonly Thread: typeof Thread;
  readonly TrustedSender: typeof TrustedSender;
  readonly VacationResponse: typeof VacationResponse;
}
type TypeName = keyof Types;

/** RFC 8620 §7.2: belongs to the person and to no account, and has no states. */
type WithoutAccount = "PushSubscription";

/** Where `/set` takes more than the description can say. */
interface Creates {
  readonly Email: EmailCreate;
}

interface OnOnePerson<More = unknown> {
  readonly arguments: { readonly accountId: string; readonly id: string } & More;
  readonly result: { readonly accountId: string; readonly id: string };
}

interface OnQueue {
  readonly arguments: {
    readonly accountId: string;
    readonly id?: string;
    readonly domain?: string;
  };
  readonly result: { readonly accountId: string; readonly recipients: number };
}

/** Methods that are no type's standard ones. */
interface OtherMethods {
  readonly "Core/echo": { readonly arguments: JsonObject; readonly result: JsonObject };
  readonly "Operations/history": {
    readonly arguments: { readonly accountId: string; readonly range: HistoryRange };
    readonly result: OperationsHistory;
  };
  readonly "Operations/now": {
    readonly arguments: { readonly accountId: string };
    readonly result: OperationsNow;
  };
  readonly "QueuedMail/giveUp": OnQueue;
  readonly "QueuedMail/retry": OnQueue;
  readonly "Person/endSessions": OnOnePerson;
  readonly "Person/resetSecondFactor": OnOnePerson;
  readonly "Person/setPassword": OnOnePerson<{ readonly password: string }>;
  readonly "SearchSnippet/get": {
    readonly arguments: {
      readonly accountId: string;
      readonly filter: EmailFilter | null;
      readonly emailIds: readonly string[];
    };
    readonly result: {
      readonly accountId: string;
      readonly list: readonly SearchSnippet[];
      readonly notFound: readonly string[] | null;
    };
  };
}

type VerbOf<Type extends TypeName> =
  | "get"
  | (Type extends WithoutAccount ? never : "changes")
  | (keyof CreateOf<Types[Type]> extends never ? never : "set")
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
export type ExtraArguments<D extends TypeDescription, Verb extends string> = {
  readonly [Name in keyof NonNullable<D["arguments"]>[Verb]]?: ValueOf<
    NonNullable<D["arguments"]>[Verb][Name]
  >;
};

export type SortOf<D extends TypeDescription> = readonly Comparator<
  NonNullable<D["sorts"]>[number]
>[];

interface Search<D extends TypeDescription> {
  readonly filter?: FilterOf<D> | null;
  readonly sort?: SortOf<D> | null;
}

/** RFC 8620 §5.5: which records, in which order, and which page of them. */
export interface PageOf<D extends TypeDescription> extends Search<D> {
  readonly position?: number;
  readonly anchor?: string;
  readonly anchorOffset?: number;
  readonly limit?: number;
}

interface InAccount {
  readonly accountId: string;
}

type Arguments<Type extends TypeName> = {
  readonly get: {
    readonly ids?: readonly string[] | null;
    readonly "#ids"?: ResultReference;
  };
  readonly set: {
    readonly ifInState?: string | null;
    readonly create?: Readonly<
      Record<string, Type extends keyof Creates ? Creates[Type] : CreateOf<Types[Type]>>
    >;
    readonly update?: Readonly<Record<string, PatchObject>>;
    readonly destroy?: readonly string[];
  };
  readonly changes: { readonly sinceState: string; readonly maxChanges?: number };
  readonly query: PageOf<Types[Type]> & { readonly calculateTotal?: boolean };
  readonly queryChanges: Search<Types[Type]> & {
    readonly sinceQueryState: string;
    readonly maxChanges?: number;
    readonly upToId?: string;
    readonly calculateTotal?: boolean;
  };
};

/** What the standard methods answer (RFC 8620 §5). */
export interface Results<Part, Whole = Part> {
  readonly get: GetResponse<Part>;
  readonly set: SetResponse<Whole>;
  readonly changes: ChangesResponse;
  readonly query: QueryResponse;
  readonly queryChanges: QueryChangesResponse;
}

/** The properties that a method may be asked for; none but of a `/get`. */
export type MethodProperty<Name extends MethodName> =
  Name extends `${infer Type extends TypeName}/get` ? PropertyOf<Types[Type]> : never;

export type DefaultProperty<Name extends MethodName> =
  Name extends `${infer Type extends TypeName}/get` ? DefaultPropertyOf<Types[Type]> : never;

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
