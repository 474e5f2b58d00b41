/**
 * The vocabulary in which the product is declared: resources (CRUD), pages (screens that are not CRUD) and calls (every
 * other request). Declarations are data; the dashboard's framework and the cloud's http layer interpret them.
 */
import * as z from "zod/mini";
import type { Alias } from "./aliases.ts";
import type { Fields } from "./fields.ts";
import { memoised } from "./memoised.ts";
import type { AccessCode } from "./access.ts";
import type { OperationAction } from "./account/operation-actions.ts";
import type { Section } from "./sections.ts";

export type Verb = "list" | "show" | "create" | "edit" | "delete";
export type Method = "GET" | "POST" | "PUT" | "DELETE";
/** A request as the specification writes it: "GET $hosting/project/{id}". */
export type CallLine = `${Method} ${Alias}/${string}`;

/**
 * Who may make a call: anyone, a signed-in person, an operator of the cloud, a node of Boost (with its own token), or a team whose ability
 * allows the verb.
 */
export type Can = "anyone" | "person" | "operator" | "node" | readonly [Verb, string];

type Schema = z.ZodMiniType;

export interface CallSpec<Q extends Schema = Schema, B extends Schema = Schema, R extends Schema = Schema> {
  readonly call: CallLine;
  readonly summary: string;
  readonly can: Can;
  readonly query?: Q;
  readonly body?: B;
  /** The body is a stream of bytes that the handler reads itself; nothing is buffered and no transaction is held open. */
  readonly stream?: true;
  /**
   * A call of the open API, for programs: authorised by an auth token in the header `token` and by nothing else, answered as
   * { code, bcode, message, content }; its body may be a form. With `stream` the body is a multipart form with one `file`.
   */
  readonly open?: true;
  /** The body is plain text and reaches the handler as it came; `body` checks that text. */
  readonly text?: true;
  /** Answered only while the cloud runs on engines of its own, on this machine: see `features.development`. */
  readonly development?: true;
  /** Largest JSON body, where `bodyBytesMax` of limits.ts is not enough. */
  readonly bodyBytesMax?: number;
  /** How often one network address, or one node of Boost, may make this call in a minute. */
  readonly perMinute?: number;
  /** The answer is a file of this type and name, sent as it is made, in place of the envelope; `reply` is its text. */
  readonly file?: { readonly type: string; readonly name: string };
  /** The answer is events as they happen, a line of JSON each, in place of the envelope; `reply` is one of them. */
  readonly events?: true;
  /** The answer holds a secret: no browser keeps it between visits. */
  readonly secret?: true;
  /** The operation log's code for a call that changes something; `false` for one that changes nothing worth keeping. */
  readonly log?: OperationAction | false;
  readonly reply: R;
}

/** Declares a request that is not one of a resource's five verbs. */
export const defineCall = <const Q extends Schema, const B extends Schema, const R extends Schema>(
  call: CallLine,
  spec: Omit<CallSpec<Q, B, R>, "call">,
): CallSpec<Q, B, R> => ({ call, ...spec });

export interface MenuEntry {
  readonly section: Section;
  readonly icon: string;
  readonly label?: string;
}

/** The record's `field`, as text, is one of these. */
export interface Condition {
  readonly field: string;
  readonly in: readonly string[];
}

export interface Action {
  readonly label: string;
  readonly call: CallLine;
  readonly can: Verb;
  /** Asked before the call is made. */
  readonly confirm?: string;
  /** Button of that question that leaves all as it is; "Cancel" unless said. */
  readonly back?: string;
  /** Toast after it succeeded. */
  readonly done: string;
  readonly danger?: true;
  /** Offered only while all of them hold. */
  readonly when?: readonly Condition[];
  readonly reply?: Schema;
  readonly log?: OperationAction | false;
}

export interface ListSpec<Key extends string = string> {
  readonly columns: readonly Key[];
  /** Field that the search box looks in; sent as `keyword`. */
  readonly search?: Key;
  /** Fields offered as filters; their values are kept in the URL. */
  readonly filters?: readonly Key[];
  /** The column whose cell links to the record's page. */
  readonly link?: Key;
  /** Socket event after which the list is brought up to date. */
  readonly live?: string;
  readonly empty: { readonly title: string; readonly text: string };
}

export interface ResourceSpec<F extends Fields = Fields> {
  /** Refine resource = CASL subject = table word. */
  readonly name: string;
  readonly title: string;
  readonly group?: string;
  /** The resource to which its records belong; breadcrumbs lead back there. */
  readonly parent?: string;
  /** Team access code that opens the resource to members; owners always have it. */
  readonly access?: AccessCode;
  /** What a member with the code may do; all of it unless said. */
  readonly members?: readonly Verb[];
  /** What every member may do, with or without the code. */
  readonly everyone?: readonly Verb[];
  /** Only for those who run the cloud, whatever their team. */
  readonly operator?: true;
  /** The operation log's codes of the verbs that change something. */
  readonly log?: Readonly<Partial<Record<Verb, OperationAction | false>>>;
  readonly menu?: MenuEntry;
  readonly routes: Readonly<Partial<Record<Verb, string>>>;
  readonly titles?: Readonly<Partial<Record<Verb, string>>>;
  readonly calls: Readonly<Partial<Record<Verb, CallLine>>>;
  /** Replies that are not the row itself. */
  readonly replies?: Readonly<Partial<Record<Verb, Schema>>>;
  readonly fields: F;
  readonly list?: ListSpec<keyof F & string>;
  /** Further query parameters of the list call. */
  readonly listQuery?: z.ZodMiniObject;
  readonly create?: readonly (keyof F & string)[];
  readonly edit?: readonly (keyof F & string)[];
  /** Key of a create's reply that holds a secret: shown once, with a button that copies it. */
  readonly reveal?: string;
  readonly actions?: Readonly<Record<string, Action>>;
  /** Asked before a delete; with `type` the person types that field's value first. */
  readonly remove?: {
    readonly confirm: string;
    readonly type?: keyof F & string;
    /** Offered only while all of them hold. */
    readonly when?: readonly Condition[];
  };
}

type Shape<F extends Fields> = { [K in keyof F]: F[K]["schema"] };

/** A declared resource. Any of them, seen without its own keys, is a `Resource`. */
export type Resource = ResourceSpec & { readonly schema: z.ZodMiniObject };

/** One row of a resource as it travels and as a screen holds it. */
export type Row<R extends { readonly schema: Schema }> = z.output<R["schema"]>;

export const defineResource = <const F extends Fields, const S extends Omit<ResourceSpec<F>, "fields">>(
  spec: S & { readonly fields: F },
): S & { readonly fields: F; readonly schema: z.ZodMiniObject<Shape<F>> } =>
  memoised({ ...spec }, "schema", () =>
    z.object(Object.fromEntries(Object.entries(spec.fields).map(([key, field]) => [key, field.schema])) as Shape<F>),
  );

/** The body a create or edit takes: the named fields and nothing else. */
export const inputOf = (
  resource: Pick<Resource, "fields" | "create" | "edit">,
  verb: "create" | "edit",
): z.ZodMiniObject =>
  z.strictObject(Object.fromEntries((resource[verb] ?? []).map((key) => [key, resource.fields[key]!.schema])));

export interface Page {
  /** CASL subject and folder under src/dashboard/pages. */
  readonly name: string;
  readonly path: string;
  readonly title: string;
  readonly group?: string;
  /** The resource to which it belongs: breadcrumbs lead back to its list, and the drawer marks that. */
  readonly parent?: string;
  readonly access?: AccessCode;
  /** Members must manage the section to open it, not only read it. */
  readonly manages?: true;
  /** `false`: drawn bare in the public root, for anyone. */
  readonly login?: false;
  /** Only for those who run the cloud. */
  readonly operator?: true;
  /** Only while the cloud runs on engines of its own: see `features.development` of /config.json. */
  readonly development?: true;
  readonly menu?: MenuEntry;
  /** The assistant's button is not in its corner. */
  readonly assistant?: false;
  /**
   * An entry of the avatar menu. Unless the page needs no login it belongs to the owner account: a team member is asked whether
   * to switch to it.
   */
  readonly avatar?: { readonly icon: string; readonly label?: string };
  /** Words under which the command palette also finds the page. */
  readonly keywords?: readonly string[];
}

export const definePage = <const P extends Page>(page: P): P => page;
