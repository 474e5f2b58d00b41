/**
 * The form engine's light part: what screens pass to it. Every form is field words (`form({ … })` or a resource's fields) and a
 * destination; the engine draws it with antd, from a chunk that is loaded when the first form opens.
 */
import { lazy, Suspense, type ReactNode } from "react";
import type * as z from "zod/mini";
import type { CallInput, Reply, Send } from "../../../../resources/declare/call-input.ts";
import type { CallSpec, FormKeys, Resource, Row } from "../../../../resources/declare/define.ts";
import type { Field, Fields } from "../../../../resources/declare/fields.ts";
import { loadChunk } from "../../lib/async/load-chunk.ts";
import { Card } from "../../ui/panels/card.tsx";
import { type DialogWidth, Dialog } from "../../ui/dialogs/dialog.tsx";
import type { IconName } from "../../ui/icons.ts";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import type { PathParams } from "../data/record-keys.ts";

/** Fetches the engine, for example while the pointer is over the button that opens a form. */
export const loadFormEngine = () => loadChunk(() => import("./form-engine.tsx"));
const FormEngine = lazy(loadFormEngine);

/** A form whose values are sent. */
interface ValuesForm {
  readonly fields: Fields;
  /** Key of the draft; without it the form keeps none. */
  readonly draft: string | undefined;
}

interface CallForm extends ValuesForm {
  readonly kind: "call";
  readonly spec: CallSpec;
  /** Validates the whole body, for checks of several fields. */
  readonly checks?: z.ZodMiniType;
  readonly body: (values: object) => CallInput<CallSpec>["body"];
  readonly params: (values: object) => PathParams | undefined;
  readonly by: (send: Send) => Send;
}

interface OwnForm extends ValuesForm {
  readonly kind: "own";
  /** `seen`: the values before the user changed them. */
  send(values: object, send: Send, seen: object): Promise<unknown>;
}

interface RecordForm {
  readonly kind: "record";
  readonly resource: Resource;
  readonly verb: "create" | "edit";
  readonly id?: string;
  readonly params?: PathParams | undefined;
  /** The fields to edit. Default: all of the form. */
  readonly only?: readonly string[];
}

/** A form's fields and destination. `V`: the values; `R`: the reply. */
export type FormSource<V extends object, R> = (CallForm | OwnForm | RecordForm) & {
  /** Only for type inference. */
  readonly types?: { readonly values: V; readonly reply: R };
};

/** A call whose body is declared by `form()`. */
export type FormCall = CallSpec & { readonly body?: z.ZodMiniType & { readonly fields: Fields } };
type FormInput<S> = S extends z.ZodMiniType ? z.input<S> & object : never;
type ValuesOf<F extends Fields> = { readonly [K in keyof F]: z.input<F[K]["schema"]> };
/** The values of these fields; without them, of those that the call's body declares. */
type CallValues<C extends CallSpec, F> = F extends Fields
  ? ValuesOf<F>
  : C extends FormCall
    ? FormInput<C["body"]>
    : never;

type ShownValues<F> = F extends Fields ? ValuesOf<F> : object;

interface CallFormOptions<C extends CallSpec, F extends Fields | undefined> {
  /** Fields in place of the body's: a part of them, or in another shape. */
  readonly fields?: F;
  /** Makes the body of these fields' values. Default: the values. */
  readonly body?: (values: ShownValues<F>) => CallInput<C>["body"];
  readonly params?: CallInput<C>["params"] | ((values: ShownValues<F>) => CallInput<C>["params"]);
  readonly by?: (send: Send) => Send;
  /** Key of the draft, where path and parameters don't name the subject; `false`: secrets and codes keep none. */
  readonly draft?: string | false;
}

/**
 * Edits the body of a declared call: `callForm(createDeployHook, { params: { id } })`. Says what it is based on where the call `reads` the
 * present values, and sends only the changes where the call is `partial`.
 */
export const callForm = <C extends CallSpec, const F extends Fields | undefined = undefined>(
  spec: C,
  { fields, body, params, by = (send) => send, draft }: CallFormOptions<C, F> = {},
): FormSource<CallValues<C, F>, Reply<C>> => {
  const declared = (spec as FormCall).body;
  const paramsOf = (typeof params === "function" ? params : () => params) as unknown as CallForm["params"];
  return {
    kind: "call",
    spec,
    fields: fields ?? declared?.fields ?? {},
    draft: draft === false ? undefined : (draft ?? [spec.call, ...Object.values(paramsOf({}) ?? {})].join("/")),
    ...(!fields && declared && { checks: declared }),
    body: body ? (values) => body(values as ShownValues<F>) : (values) => values,
    params: paramsOf,
    by,
  };
};

/** Edits what isn't the body of one declared call: S3, a wallet, a file with its progress, or several calls. Each use says which. */
export const ownForm = <const F extends Fields, R>(
  fields: F,
  send: (values: ValuesOf<F>, send: Send, seen: ValuesOf<F>) => Promise<R>,
): FormSource<ValuesOf<F>, R> => ({
  kind: "own",
  fields,
  draft: undefined,
  send: (values, by, seen) => send(values as ValuesOf<F>, by, seen as ValuesOf<F>),
});

interface RecordOptions<K extends string> {
  /** ID of the edited record. */
  readonly id?: string;
  /** Values for the call's other placeholders. */
  readonly params?: PathParams | undefined;
  readonly only?: readonly K[];
}

/** Creates or edits a record through Refine: `recordForm(projects, "edit", { id, only: ["buildCommand"] })`. */
export const recordForm = <
  R extends Resource,
  const V extends "create" | "edit",
  const K extends FormKeys<R[V]> & string,
>(
  resource: R,
  verb: V,
  options: RecordOptions<K> = {},
): FormSource<Pick<Row<R>, K & keyof Row<R>>, Readonly<Record<string, unknown>>> => ({
  kind: "record",
  resource,
  verb,
  ...options,
});

export interface ControlProps<V extends object, K extends keyof V> {
  /** For the input, so that the label refers to it. */
  readonly id: string;
  readonly value: V[K] | undefined;
  readonly onChange: (value: V[K]) => void;
  /** All values, with the user's edits. */
  readonly values: Partial<V>;
  readonly change: (changes: Partial<V>) => void;
  readonly disabled: boolean;
}
/** Draws a field's control in place of the one of its word. Not its label. */
export type Control<V extends object, K extends keyof V> = {
  draw(props: ControlProps<V, K>): ReactNode;
}["draw"];

type FieldChanges<V> = { readonly [K in keyof V]?: Partial<Field> };
/** A part of a form that may depend on the present values. */
type ByValues<V extends object, T> = T | { of(values: Partial<V>): T }["of"];

/** What is special about one form, beyond its fields. */
export interface FormParts<V extends object, R> {
  /** Initial values of a new record, or the stored values of an edited one. */
  readonly initial?: Partial<V> | undefined;
  readonly controls?: { readonly [K in keyof V]?: Control<V, K> };
  /** Labels, hints, options or checks known only to the screen, or by the present values. */
  readonly overrides?: ByValues<V, FieldChanges<V>>;
  /** Fields that don't apply to the present values: not shown, and sent as they were. */
  hidden?(values: Partial<V>): readonly (keyof V)[];
  /** Errors found by the screen, by field. They prevent sending. */
  readonly problems?: ByValues<V, { readonly [K in keyof V]?: string | undefined }>;
  /** Content below a field. */
  readonly below?: { readonly [K in keyof V]?: Below<V> };
  /** Fields side by side. */
  readonly pairs?: readonly (readonly (keyof V)[])[];
  /** Whether the present values can't be sent; something on screen says why. */
  blocked?(values: Partial<V>): boolean;
  /** Marks no field as optional: which ones are depends on the values. */
  readonly unmarked?: boolean;
  /** Content above the fields. */
  readonly head?: ReactNode;
  /** Content above the buttons, such as the cost. */
  note?(values: Partial<V>): ReactNode;
  /** The field that an error code is about: { NAME_TAKEN: "name" }. */
  readonly errorFields?: Readonly<Record<string, keyof V>>;
  /** Toast after it succeeded. */
  readonly done?: string;
  /** Shows a secret of the reply once. */
  readonly reveal?: {
    readonly title: string;
    readonly key: keyof R;
    /** Content below the secret, such as how to use it. */
    below?(secret: string, sent: V): ReactNode;
  };
  /** Calls and resources to fetch again after it succeeded. */
  readonly refreshes?: readonly (Pick<CallSpec, "call"> | Pick<Resource, "name">)[];
  /** Asks before sending; `false` sends nothing. */
  confirm?(sent: V, send: Send): Promise<boolean>;
  /** A card shows the edits until this is done. */
  onSaved?(reply: R, sent: V): void | Promise<void>;
}
type Below<V extends object> = {
  draw(values: Partial<V>, change: (changes: Partial<V>) => void): ReactNode;
}["draw"];

export interface FormProps<V extends object, R> extends FormParts<V, R> {
  readonly form: FormSource<V, R>;
  /** Label of the submit button. */
  readonly submit: ByValues<V, string>;
  /** Draws the submit button as a destructive one. */
  readonly danger?: ByValues<V, boolean>;
  readonly icon?: IconName;
  /** Submits nothing and shows the fields disabled. */
  readonly readOnly?: boolean;
}

/** How the engine arranges a form: with Cancel if it can be left; or a settings card, with Discard while there are edits. */
export type FormLayout =
  | { readonly layout: "card" }
  | { readonly layout: "steps"; readonly isPage?: boolean; readonly onCancel?: (() => void) | undefined };

const Engine = <V extends object, R>(props: FormProps<V, R> & FormLayout) => (
  <Suspense fallback={<Skeleton lines={6} />}>
    <FormEngine {...(props as FormProps<object, unknown> & FormLayout)} />
  </Suspense>
);

interface FormDialogProps<V extends object, R> extends FormProps<V, R> {
  readonly title: string;
  readonly width?: DialogWidth;
  /** Called on Cancel, Escape, a click outside, and after it succeeded. */
  readonly onClose: () => void;
}

/** A form in a dialog. Closes when it succeeded. */
export const FormDialog = <V extends object, R>({ title, width = 600, onClose, ...props }: FormDialogProps<V, R>) => (
  <Dialog title={title} width={width} onClose={onClose}>
    <Engine<V, R>
      {...props}
      layout="steps"
      onCancel={onClose}
      onSaved={(reply, sent) => {
        onClose();
        return props.onSaved?.(reply, sent);
      }}
    />
  </Dialog>
);

interface FormCardProps<V extends object, R> extends Omit<FormProps<V, R>, "submit"> {
  /** Without a title and a frame: for fields that draw cards, or are in one. */
  readonly bare?: boolean;
  readonly title?: string;
  readonly text?: ReactNode;
  /** Actions beside the title, applied immediately. */
  readonly actions?: ReactNode;
  /** Default: "Save". */
  readonly submit?: FormProps<V, R>["submit"];
}

/** Settings that are saved together, in a card. `initial` has the stored values. */
export const FormCard = <V extends object, R>({
  bare = false,
  title,
  text,
  actions,
  submit = "Save",
  ...props
}: FormCardProps<V, R>) => {
  const form = <Engine<V, R> done="Saved" {...props} submit={submit} layout="card" />;
  if (bare) return form;
  return (
    <Card title={title} text={text} actions={props.readOnly ? undefined : actions}>
      {form}
    </Card>
  );
};

interface FormStepsProps<V extends object, R> extends FormProps<V, R> {
  /** A whole page: in a card, beside a summary of the values that stays in view. */
  readonly isPage?: boolean;
  /** Shows Cancel. */
  readonly onCancel?: (() => void) | undefined;
}

/** A form on a page or within a card. Focuses the first field if it can be left. */
export const FormSteps = <V extends object, R>(props: FormStepsProps<V, R>) => (
  <Engine<V, R> {...props} layout="steps" />
);
