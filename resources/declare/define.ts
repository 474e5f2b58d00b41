/**
 * The vocabulary in which the product is declared: resources (CRUD), pages (screens that are not CRUD) and calls (every
 * other request). Declarations are data; the dashboard's framework and the server's HTTP layer interpret them.
 */
import * as z from "zod/mini";
import type { Alias } from "./aliases.ts";
import type { BilledService } from "../billing/packages.ts";
import type { Fields, Shape } from "./fields.ts";
import type { MeteredResource } from "../limits.ts";
import { memoised } from "./memoised.ts";
import type { AccessCode } from "./access.ts";
import type { DerivedAction, OperationAction } from "../account/operation-log/operation-actions.ts";
import type { Section } from "./sections.ts";

export type Verb = "list" | "show" | "create" | "edit" | "delete";
export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A request as the specification writes it: "GET $hosting/project/{id}". */
export type CallLine = `${Method} ${Alias}/${string}`;

/**
 * Required permission: anyone, a signed-in user, an operator, a Boost node (with its own token), or a team whose ability allows the verb.
 */
export type Can = "anyone" | "person" | "operator" | "node" | readonly [Verb, string];

type Schema = z.ZodMiniType;

/** "a/{id}/b/{key}" → "id" | "key". */
export type ParamNames<T extends string> = T extends `${string}{${infer P}}${infer Rest}`
  ? P | ParamNames<Rest>
  : never;
/** Values of a call line's placeholders; open for code that handles any call. */
export type PathParams<L, V = string> = CallLine extends L
  ? Readonly<Record<string, V>>
  : Readonly<Record<ParamNames<L & string>, V>>;

export interface CallSpec<
  Q extends Schema = Schema,
  B extends Schema = Schema,
  R extends Schema = Schema,
  L extends CallLine = CallLine,
  C extends Can = Can,
> {
  readonly call: L;
  readonly summary: string;
  readonly can: C;
  readonly query?: Q;
  readonly body?: B;
  /** The body is a stream of bytes that the handler reads itself; nothing is buffered and no transaction is held open. */
  readonly stream?: true;
  /**
   * A call of the open API for programs: authorized only by an auth token in the header `token`, answered as
   * { code, bcode, message, content }; its body may be a form. With `stream` the body is a multipart form with one `file`.
   */
  readonly open?: true;
  /** The body is plain text and passed to the handler unchanged; `body` validates it. */
  readonly text?: true;
  /** Available only if the server runs on local engines: see `features.development`. */
  readonly development?: true;
  /** Maximum size of the body, if `bodyBytesMax` of limits.ts is too small. */
  readonly bodyBytesMax?: number;
  /** Rate limit per minute for an IP address or a Boost node. */
  readonly perMinute?: number;
  /** The response is a streamed file of this type and name instead of the envelope; `reply` is its text. */
  readonly file?: { readonly type: string; readonly name: string };
  /** The response is a stream of events, one JSON line each, instead of the envelope; `reply` is one event. */
  readonly events?: true;
  /**
   * What the user's wallet signs for this call once the sign-in is older than `freshSignInSeconds`: see account/fresh-signature.ts.
   * {name} is replaced by a field of the body.
   */
  readonly fresh?: string;
  /**
   * The call that returns the present values of the body's fields, for the same path: a record, or the list with it. A change that says what
   * it is based on (based-on.ts) then keeps what others have changed. Default for a resource's edit: its show call.
   */
  readonly reads?: CallLine;
  /** Fields that the body leaves out stay as they are: forms send only what was changed. */
  readonly partial?: true;
  /** The response contains a secret: browsers don't store it between visits. */
  readonly secret?: true;
  /** The response changes every second, such as a chain's height: browsers never show a stale one. */
  readonly transient?: true;
  /** The operation log's code of a changing call; `false` for a change not worth logging. */
  readonly log?: OperationAction | DerivedAction | false;
  readonly reply: R;
}

/** Any call with the same query, body and reply, for components that work with several. */
export type Like<C extends CallSpec> = CallSpec<NonNullable<C["query"]>, NonNullable<C["body"]>, C["reply"]>;

/** Declares a request that is not one of a resource's five verbs. Its handlers and callers get the path's parameters typed. */
export const defineCall = <
  const L extends CallLine,
  const Q extends Schema,
  const B extends Schema,
  const R extends Schema,
  const C extends Can,
>(
  call: L,
  spec: Omit<CallSpec<Q, B, R, L, C>, "call">,
): CallSpec<Q, B, R, L, C> => ({ call, ...spec });

/** The drawer's entry; its label is the title. */
export interface MenuEntry {
  readonly section: Section;
  readonly icon: string;
  /** Default: the title, which may say more: "Gateway auth tokens" is "Auth tokens" in the group Gateways. */
  readonly label?: string;
}

/** Holds if the record's `field`, as text, is in the list. */
export interface Condition {
  readonly field: string;
  readonly in: readonly string[];
}

/** What is special about the call of a verb or action. `summary` replaces the derived one. */
export type CallOptions = Partial<
  Pick<CallSpec, "summary" | "secret" | "transient" | "fresh" | "perMinute" | "bodyBytesMax" | "reads" | "partial">
>;

export interface Action extends CallOptions {
  readonly label: string;
  readonly call: CallLine;
  /** A verb on the resource, or on another subject. */
  readonly can: Verb | readonly [Verb, string];
  readonly icon?: string;
  /** The values to send. With `form()`, the row's menu opens them in a dialog. */
  readonly body?: Schema;
  /** `false`: not in the menu of a row, because a page draws it in another way. */
  readonly menu?: false;
  /** First sentence of the form, or of the card. */
  readonly intro?: string;
  /** Confirmation text before the call. {field} is replaced by the record's value. */
  readonly confirm?: string;
  /** Title of the confirmation. Default: the label as a question about the record, "Reset key shop?". */
  readonly question?: string;
  /** Key of a reply with a secret: shown once, with a copy button. */
  readonly reveal?: string;
  /** Label of the confirmation's button. Default: the label. */
  readonly ok?: string;
  /** Price shown above the buttons of its form. */
  readonly cost?: Cost;
  /** Label of the confirmation's cancel button. Default: "Cancel". */
  readonly back?: string;
  /** Toast after it succeeded. */
  readonly done: string;
  readonly danger?: true;
  /** Available only while all conditions hold. */
  readonly when?: readonly Condition[];
  /** "row": the changed record. Default: null. */
  readonly reply?: Schema | "row";
  /** The reply is a CSV file that the browser saves under this name. */
  readonly saves?: string;
  readonly log?: OperationAction | false;
}

/** How a list draws a column. */
export interface ColumnSpec<Key extends string = string> {
  /** Default: the field's label. */
  readonly title?: string;
  /** CSS width. Default: by the field's word; columns of text share the remaining space. */
  readonly width?: string;
  /** Hidden on small screens. */
  readonly wideOnly?: true;
  /** Default: "end" for counts and sizes. */
  readonly align?: "end";
  /** Field shown as a second, muted line of the cell; several are separated by dots. */
  readonly below?: Key | readonly Key[];
  /** Field of the maximum, shown after the value: "3 of 10". A maximum of 0 is none. */
  readonly of?: Key;
}

export interface ListSpec<Key extends string = string> {
  /** Columns in their order. */
  readonly columns: Readonly<Partial<Record<Key, ColumnSpec<Key>>>>;
  /** Fields that the search box looks in; sent as `keyword`. */
  readonly search?: Key | readonly Key[];
  /** Fields offered as filters; their values are kept in the URL. */
  readonly filters?: readonly Key[];
  /** Words of parameters of `listQuery` that are offered as filters too: a choice, a text, or a `ref` with the call that lists its records. */
  readonly filterBy?: Fields;
  /** Filter by time, sent as the parameters `range`, `startAt` and `endAt` of `listQuery`. */
  readonly range?: true;
  /** The column whose cell links to the record's page, or to its form if it has no page. */
  readonly link?: Key;
  /** Columns by which a header sorts; kept in the URL, and sent as `sort` unless the reply is whole. */
  readonly sort?: readonly Key[];
  /** Socket event that refreshes the list. Default: `changedEvent`, sent after each changing call of the team. */
  readonly live?: string;
  /** Key of the reply that holds the rows; "" if the reply is the array itself. Default: "items". */
  readonly items?: string;
  /** Key of the reply that holds the number of records on all pages. Default: "total". */
  readonly total?: string;
  /** The reply holds all rows: there are no pages. */
  readonly whole?: true;
  /**
   * For a log, whose numbered pages would shift while it grows: the query parameter that takes the key of the last row shown. The reply's
   * total counts from there, up to `countMax`.
   */
  readonly cursor?: { readonly parameter: string; readonly countMax: number };
  /** A row opens its record over the list. The open one is in the URL. */
  readonly opens?: "dialog";
  /** Rows on a page. Default: `pageSizeDefault` of limits.ts. */
  readonly size?: number;
  /** Maximum number of records of a team: shown as "3 of 10", and enforced by the server with `isFull`. */
  readonly limit?: number;
  /** The field that limited records have in common, such as their project, if the limit is not the team's. Shown by lists of one value. */
  readonly limitPer?: Key;
  /** What can be done with several selected rows: "delete", and actions by name. */
  readonly bulk?: readonly string[];
  /** Name of the table for assistive technology. Default: the title. */
  readonly label?: string;
  /** Icon: the menu entry's, unless named. The command creates or uses a first record from a terminal; it contains `{origin}`. */
  readonly empty: { readonly title: string; readonly text: string; readonly icon?: string; readonly command?: string };
}

/** The price that a form shows: a metered resource, with the service that uses it and the values that cost something. */
export interface Cost {
  readonly resource: MeteredResource;
  readonly service?: BilledService;
  readonly when?: readonly Condition[];
}

/** A create or edit form. A list of fields is its short form. */
export interface FormSpec<Key extends string = string> {
  readonly fields: readonly Key[];
  /** First sentence of the form. */
  readonly text?: string;
  /** Key of the reply with a secret: shown once, with a copy button. */
  readonly reveal?: string;
  /** Price shown above the buttons. */
  readonly cost?: Cost;
  /** Fields that the body may omit although every record has them. */
  readonly optional?: readonly Key[];
  /** Unknown keys of the body are dropped. Default: they are refused. */
  readonly lenient?: true;
}

/** A list on the page of a record: another resource's records that belong to it. */
export interface Related {
  /** Name of the other resource. */
  readonly resource: string;
  /** Parameter of its list call that takes the record's key: a placeholder of the path, or a query parameter. */
  readonly by: string;
  /** Columns to hide: they are the same in all rows. */
  readonly without?: readonly string[];
}

/** The team's socket event after a call has changed records of a resource. Operators' resources belong to no team and have none. */
export const changedEvent = (resource: string): `${string}.changed` => `${resource}.changed`;

/** An activated account, or the first deposit. */
export type Need = "activation" | "deposit";

export interface ResourceSpec<F extends Fields = Fields> {
  /** Refine resource, CASL subject and table name. */
  readonly name: string;
  readonly title: string;
  /** The list's first sentence: what the screen is for. */
  readonly intro?: string;
  /** What one record is called, if not the singular of the title. */
  readonly noun?: string;
  readonly group?: string;
  /** The resource to which its records belong; breadcrumbs lead back there. */
  readonly parent?: string;
  /**
   * Whose permission its calls need, for records that are part of another resource's: who may see those may see these, and who may edit
   * those may change these. "person": any signed-in user, about their own records.
   */
  readonly permission?: string;
  /** What the team needs before it can create records. Until then, its empty list shows how to get there, and the server refuses. */
  readonly needs?: Need;
  /** Team access code that opens the resource to members; owners always have it. */
  readonly access?: AccessCode;
  /** Verbs of a member with the code. Default: all. */
  readonly members?: readonly Verb[];
  /** Verbs of every member, with or without the code. */
  readonly everyone?: readonly Verb[];
  /** For operators only, in any team. */
  readonly operator?: true;
  /** The operation log's codes of the changing verbs. Default: derived from the access code, verb and noun. */
  readonly log?: Readonly<Partial<Record<Verb, OperationAction | false>>>;
  readonly menu?: MenuEntry;
  readonly routes: Readonly<Partial<Record<Verb, string>>>;
  readonly titles?: Readonly<Partial<Record<Verb, string>>>;
  /** Words under which the command palette also finds the list and the form of a new record. */
  readonly keywords?: readonly string[];
  /** The field under which the command palette finds the team's records. */
  readonly findBy?: keyof F & string;
  /**
   * Path of the REST calls: `list` → GET base, `create` → POST base, `edit` → PUT base/{key}, `remove` → DELETE base/{key}, and `edit`
   * or a show route → GET base/{key}.
   */
  readonly base?: `${Alias}/${string}`;
  /** Field in the path of a record's calls. Default: "id". */
  readonly key?: string;
  /** Calls that `base` doesn't imply, or implies with another line; `false` removes one. */
  readonly calls?: Readonly<Partial<Record<Verb, CallLine | false>>>;
  /** What is special about the verbs' calls; `can`: the permission of another verb. */
  readonly options?: Readonly<Partial<Record<Verb, CallOptions & { readonly can?: Verb }>>>;
  /** Replies other than the row itself. */
  readonly replies?: Readonly<Partial<Record<Verb, Schema>>>;
  readonly fields: F;
  readonly list?: ListSpec<keyof F & string>;
  /** Further query parameters of the list call. */
  readonly listQuery?: z.ZodMiniObject;
  readonly create?: readonly (keyof F & string)[] | FormSpec<keyof F & string>;
  readonly edit?: readonly (keyof F & string)[] | FormSpec<keyof F & string>;
  readonly actions?: Readonly<Record<string, Action>>;
  /** Confirmation of a delete; with `type`, the user types that field's value. */
  readonly remove?: {
    /** {field} is replaced by the record's value. */
    readonly confirm: string;
    /** The text for several records, where `confirm` is about one. */
    readonly several?: string;
    /** Title of the confirmation. Default: "Delete key shop?". */
    readonly question?: string;
    readonly type?: keyof F & string;
    /** Default: "Delete". */
    readonly label?: string;
    /** Available only while all conditions hold. */
    readonly when?: readonly Condition[];
  };
  /** Lists on the page of a record: cards of a generated page; a hand-written one places each with `relatedTo`. */
  readonly related?: readonly Related[];
}

/** The verb if the declaration has what it needs; `restCalls` follows the same rule. */
type Has<S, V extends Verb> = V extends "list" | "create" | "edit"
  ? S extends Readonly<Record<V, object>>
    ? V
    : never
  : V extends "delete"
    ? S extends { readonly remove: object }
      ? V
      : never
    : S extends { readonly edit: object } | { readonly routes: { readonly show: string } }
      ? V
      : never;
type KeyOf<S> = S extends { readonly key: infer K extends string } ? K : "id";
interface Rest<B extends string, K extends string> {
  readonly list: `GET ${B}`;
  readonly show: `GET ${B}/{${K}}`;
  readonly create: `POST ${B}`;
  readonly edit: `PUT ${B}/{${K}}`;
  readonly delete: `DELETE ${B}/{${K}}`;
}
type NamedCalls<S> = S extends { readonly calls: infer C } ? C : Record<never, never>;
type DerivedCalls<S> = S extends { readonly base: infer B extends string }
  ? { readonly [V in Exclude<{ [V in Verb]: Has<S, V> }[Verb], keyof NamedCalls<S>>]: Rest<B, KeyOf<S>>[V] }
  : Record<never, never>;
/** A declaration's calls: the named ones, and those derived from `base`. */
type CallsOf<S> = DerivedCalls<S> & {
  readonly [V in keyof NamedCalls<S> as NamedCalls<S>[V] extends string ? V : never]: NamedCalls<S>[V];
};

/** A declared resource without its specific keys. Data only: a function that takes a row would need casts. */
export interface Resource extends Omit<ResourceSpec, "calls"> {
  readonly calls: Readonly<Partial<Record<Verb, CallLine>>>;
  readonly schema: z.ZodMiniObject;
}

/** The actions of a declaration. */
export type ActionsOf<R> = R extends { readonly actions: infer A extends object } ? A : Record<never, never>;
export type ActionReply<R extends { readonly schema: Schema }, A> = A extends { readonly reply: infer S }
  ? S extends Schema
    ? S
    : R["schema"]
  : z.ZodMiniNull;

/** One row of a resource, on the wire and on screens. */
export type Row<R extends { readonly schema: Schema }> = z.output<R["schema"]>;

/** Refuses keys that the vocabulary lacks; `S extends …` alone would accept misspelled ones. */
type Exact<S> = { readonly [K in Exclude<keyof S, keyof ResourceSpec>]: never };

/** Declares a resource. Its `schema` validates one row. */
export const defineResource = <const F extends Fields, const S extends Omit<ResourceSpec<F>, "fields">>(
  spec: S & Exact<S> & { readonly fields: F },
): Omit<S, "calls" | "fields"> & {
  readonly fields: F;
  readonly calls: CallsOf<S>;
  readonly schema: z.ZodMiniObject<Shape<F>>;
} =>
  memoised({ ...(spec as S & { readonly fields: F }), calls: restCalls(spec) as CallsOf<S> }, "schema", () =>
    z.object(Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.schema])) as Shape<F>),
  );

const restCalls = (spec: Omit<ResourceSpec, "fields">): Resource["calls"] => {
  const { base, key = "id", list, create, edit, remove, routes } = spec;
  const derived: Resource["calls"] = base
    ? {
        ...(list && { list: `GET ${base}` as const }),
        ...((edit ?? routes.show) && { show: `GET ${base}/{${key}}` as const }),
        ...(create && { create: `POST ${base}` as const }),
        ...(edit && { edit: `PUT ${base}/{${key}}` as const }),
        ...(remove && { delete: `DELETE ${base}/{${key}}` as const }),
      }
    : {};
  const calls = Object.entries({ ...derived, ...spec.calls });
  return Object.fromEntries(calls.filter((entry): entry is [Verb, CallLine] => entry[1] !== false));
};

/** Returns what a verb or action requires: verb and subject, or nothing for any signed-in user. */
export const permissionOf = (
  { name, permission = name }: Pick<Resource, "name" | "permission">,
  can: Action["can"],
): readonly [Verb, string] | undefined => {
  if (typeof can !== "string") return can;
  if (permission === "person") return undefined;
  return [permission === name || can === "list" || can === "show" ? can : "edit", permission];
};

/** Reports whether `count` records leave no room for another one, by the declared limit. */
export const isFull = ({ list }: { readonly list?: Partial<ListSpec> }, count: number | bigint): boolean =>
  list?.limit !== undefined && count >= list.limit;

/** Lowercases a title for use in a sentence. Abbreviations and product names keep their capitals. */
export const inSentence = (title: string): string =>
  title.replace(/\b(?!Boost\b|Arweave\b)[A-Z][a-z]+\b/g, (word) => word.toLowerCase());

/** What one record is called: "Access keys" → "access key". */
export const nounOf = ({ title, noun = title.replace(/s$/, "") }: Pick<Resource, "title" | "noun">): string =>
  inSentence(noun);

/** Names of the fields of a create or edit form. */
export type FormKeys<S> = S extends readonly (infer K)[]
  ? K
  : S extends { readonly fields: readonly (infer K)[] }
    ? K
    : never;

type OptionalKeys<S> = S extends { readonly optional: readonly (infer K)[] } ? K : never;
/** Schemas of a create or edit body, by field. */
export type FormShape<R extends Pick<Resource, "create" | "edit">, V extends "create" | "edit", S> = {
  [K in FormKeys<R[V]> & keyof S]: K extends OptionalKeys<R[V]>
    ? S[K] extends Schema
      ? z.ZodMiniOptional<S[K]>
      : never
    : S[K];
};

const isList = (spec: readonly string[] | FormSpec): spec is readonly string[] => Array.isArray(spec);

/** Returns a resource's create or edit form. */
export const formOf = (resource: Pick<Resource, "create" | "edit">, verb: "create" | "edit"): FormSpec => {
  const spec = resource[verb] ?? [];
  return isList(spec) ? { fields: spec } : spec;
};

/** Returns the body schema of a create or edit: the named fields only. */
export const inputOf = (
  resource: Pick<Resource, "fields" | "create" | "edit">,
  verb: "create" | "edit",
): z.ZodMiniObject => {
  const { fields, optional = [], lenient } = formOf(resource, verb);
  const shape = Object.fromEntries(
    fields.map((key) => {
      const { schema } = resource.fields[key]!;
      return [key, optional.includes(key) ? z.optional(schema) : schema];
    }),
  );
  return lenient ? z.object(shape) : z.strictObject(shape);
};

export interface Page {
  /** CASL subject and folder under src/dashboard/pages. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly group?: string;
  /** The parent resource: breadcrumbs link to its list, and the drawer highlights it. */
  readonly parent?: string;
  readonly access?: AccessCode;
  /** Members must manage the section to open it, not only read it. */
  readonly manages?: true;
  /** `false`: a public page without the shell. */
  readonly login?: false;
  /** For operators only. */
  readonly operator?: true;
  /** Available only if the server runs on local engines: see `features.development` of /config.json. */
  readonly development?: true;
  readonly menu?: MenuEntry;
  /** Hides the assistant button. */
  readonly assistant?: false;
  /**
   * An entry of the avatar menu. Unless the page needs no login it belongs to the owner account: a team member is asked whether
   * to switch to it.
   */
  readonly avatar?: { readonly icon: string; readonly label?: string };
  /** `false`: a step of a flow, which the command palette does not offer. */
  readonly palette?: false;
  /** Words under which the command palette also finds the page. */
  readonly keywords?: readonly string[];
}

export const definePage = <const P extends Page>(page: P): P => page;
