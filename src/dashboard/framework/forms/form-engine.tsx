/** The form engine: draws field words with antd, validates by their schemas, keeps drafts, and sends the values. Loaded lazily. */
import { useForm } from "@refinedev/antd";
import type { BaseRecord, HttpError } from "@refinedev/core";
import { QueryClientContext } from "@tanstack/react-query";
import { Form, type FormInstance } from "antd";
import { lazy, Suspense, useContext, useEffect, useId, useRef, useState, type ReactNode } from "react";
import { basedOn, changedOnly } from "../../../../resources/declare/based-on.ts";
import type { Send } from "../../../../resources/declare/call-input.ts";
import { formOf } from "../../../../resources/declare/define.ts";
import type { Fields } from "../../../../resources/declare/fields.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { RestoredNote } from "../../ui/states/restored-note.tsx";
import { Skeleton } from "../../ui/states/skeleton.tsx";
import { WithReference } from "../../ui/states/with-reference.tsx";
import { toast } from "../../ui/toast/toast.ts";
import { useSend } from "../data/call-context.ts";
import { metaOf, resourceKey } from "../data/record-keys.ts";
import { useWork } from "../data/use-act.ts";
import { callKey } from "../data/use-call.ts";
import { useRecord } from "../data/use-record.ts";
import { AntdRoot } from "./antd-root.tsx";
import { controlFor, sentValue } from "./control.tsx";
import { alert, byValues, FieldItem, type Parts, type Values } from "./field-item.tsx";
import type { FormLayout, FormProps, FormSource } from "./form.tsx";
import { bodyMessages, changedMeanwhile, changedMessages, definedOnly, errorMessages } from "./form-messages.ts";
import { reveal } from "./reveal.tsx";
import { useDraft } from "./use-draft.ts";
import { useEdits, useStoredValues } from "./use-edits.ts";
import { useUnsavedGuard } from "./use-unsaved-guard.ts";

const FormSummary = lazy(() => import("./form-summary.tsx"));

type Messages = Readonly<Record<string, string>>;
type Source<K extends string> = FormSource<object, unknown> & { readonly kind: K };

/** What a change is based on. */
interface Seen {
  readonly values: Values;
  /** The header that says so. */
  readonly headers: Readonly<Record<string, string>>;
}
type EngineProps = FormProps<object, unknown> & FormLayout;

const FormEngine = (props: EngineProps) => (
  <AntdRoot>
    {props.form.kind === "record" ? (
      <RecordForm {...props} form={props.form} />
    ) : (
      <ValuesForm {...props} form={props.form} />
    )}
  </AntdRoot>
);

export default FormEngine;

const ValuesForm = ({ form: source, ...props }: EngineProps & { readonly form: Source<"call" | "own"> }) => {
  const [form] = Form.useForm<Values>();
  const send = useSend();
  return (
    <FormView
      {...props}
      instance={form}
      fields={source.fields}
      draft={source.draft}
      stored={{ ...initialOf(source.fields), ...props.initial }}
      {...(source.kind === "call" && {
        clears: source.spec.partial === true,
        validate: (values: Values) => bodyMessages(source, values),
      })}
      send={(values, { values: before }) =>
        source.kind === "call" ? sendCall(source, send, values, before) : source.send(values, send, before)
      }
    />
  );
};

/** A call that `reads` the present values is told what the user saw of those that it changes. */
const sendCall = ({ spec, body, params, by }: Source<"call">, send: Send, values: Values, before: Values) => {
  const bodyOf = body as (values: Values) => Values;
  const changes = spec.partial ? changedOnly(bodyOf(values), bodyOf(before)) : bodyOf(values);
  const seen = () => {
    const all = bodyOf(before);
    return Object.fromEntries(Object.keys(changes).map((name) => [name, all[name]]));
  };
  return by(send)(spec, { params: params(values), body: changes, ...(spec.reads && { headers: basedOn(seen()) }) });
};

/** Refine sends the record, and invalidates what shows it. */
const RecordForm = ({ form: source, done, ...props }: EngineProps & { readonly form: Source<"record"> }) => {
  const { resource, verb, id, params, only } = source;
  const isRead = verb === "edit" && props.initial === undefined;
  const { record, error, reload } = useRecord(resource, id ?? "", { enabled: isRead, ...(params && { params }) });
  const seenHeaders = useRef<Seen["headers"]>({});
  const { form, onFinish } = useForm<BaseRecord, HttpError, Values & object>({
    resource: resource.name,
    action: verb,
    ...(id !== undefined && { id }),
    meta: { ...metaOf(params), seen: seenHeaders },
    redirect: false,
    successNotification: () => (done === undefined ? false : { message: done, type: "success" }),
    // Errors without a field are shown above the buttons.
    errorNotification: false,
    // Its own reading would reset the form whenever the record is refreshed.
    queryOptions: { enabled: false },
  });
  const names = only ?? formOf(resource, verb).fields;
  const fields = Object.fromEntries(names.map((name) => [name, resource.fields[name]!]));
  const stored = isRead ? (record as Values | undefined) : { ...initialOf(fields), ...props.initial };
  if (error && !stored) return <ErrorState message={error.message} onRetry={reload} />;
  if (!stored) return <Skeleton lines={names.length * 2} />;
  return (
    <FormView
      {...props}
      instance={form}
      fields={fields}
      draft={[resource.name, verb, id, ...(only ?? [])].filter((part) => part !== undefined).join("/")}
      stored={stored}
      // A part of a record changes only what was edited: an edit would clear what it leaves out.
      isPartial={only !== undefined}
      resource={resource.name}
      send={async (values, { headers }) => {
        seenHeaders.current = headers;
        return (await onFinish(values as Values & object))?.data;
      }}
    />
  );
};

interface FormViewProps extends Omit<EngineProps, "form" | "initial"> {
  readonly instance: FormInstance;
  readonly fields: Fields;
  readonly draft: string | undefined;
  readonly stored: Values;
  readonly isPartial?: boolean;
  readonly clears?: boolean;
  readonly validate?: (values: Values) => Messages;
  /** The resource of the edited record. */
  readonly resource?: string;
  readonly send: (values: Values, seen: Seen) => Promise<unknown>;
}

const FormView = (props: FormViewProps & FormLayout) => {
  const { instance, fields, stored, isPartial = false, validate, send, layout, readOnly = false } = props;
  const clears = isPartial || props.clears === true;
  const parts = props as unknown as Omit<Parts, "form">;
  // Several forms with the same fields may be on screen.
  const id = useId();
  const client = useContext(QueryClientContext);
  const call = useSend();
  const { edits, seen, setEdits } = useEdits(stored);
  // Saved edits stay on screen until the stored values are here.
  const [isSettling, setSettling] = useState(false);
  const values: Values = { ...stored, ...edits };
  const isDirty = !isSettling && Object.keys(edits).length > 0;
  const hidden = new Set<PropertyKey>(parts.hidden?.(values));
  const shown = Object.entries(fields).filter(([name]) => !hidden.has(name) && canEdit(name, fields, parts));

  const show = (messages: Messages) =>
    instance.setFields(
      Object.entries(messages).map(([name, message]) => ({ name, errors: [alert(message)] as never[] })),
    );
  const refresh = (shownBy = parts.refreshes ?? []) =>
    Promise.all(
      shownBy.map(async (about) =>
        client?.invalidateQueries({
          queryKey: "call" in about ? callKey(about as Parameters<typeof callKey>[0]) : resourceKey(about.name),
        }),
      ),
    );
  const {
    act: run,
    acting: busy,
    problem: refused,
    dismiss,
  } = useWork((send: () => Promise<void>) => send(), {
    inline: true,
    onError: async (error) => {
      const changed = changedMeanwhile(error);
      if (changed) {
        // What the user sees from here on, and replaces by saving again.
        await refresh([
          ...(parts.refreshes ?? []),
          ...(props.resource === undefined ? [] : [{ name: props.resource }]),
        ]);
        setEdits((all) => all, true);
      }
      const messages = changed ? changedMessages(changed, fields) : errorMessages(error, fields, parts.errorFields);
      show(messages);
      return Object.keys(messages).length > 0;
    },
  });

  const fill = (changes: Values) => {
    instance.setFieldsValue(changes);
    setEdits((before) => ({ ...before, ...changes }));
    dismiss();
  };
  const draft = useDraft<Values>(props.draft, isDirty ? withoutSecrets(fields, edits) : undefined, fill);
  const discard = () => {
    draft.forget();
    setEdits(() => ({}));
    dismiss();
    instance.setFields(Object.keys(fields).map((name) => ({ name, value: stored[name], errors: [] })));
  };
  // A form that keeps no draft, such as one for a code, is left without a question.
  useUnsavedGuard(() => !busy && isDirty && (layout === "card" || props.draft !== undefined), discard);
  useStoredValues(instance, stored, edits);
  useFirstFieldFocus(instance, props.layout === "steps" && props.onCancel ? shown[0]?.[0] : undefined);

  const submit = async () => {
    const bodyFrom = (held: Values): Values =>
      Object.fromEntries(
        Object.keys(fields).flatMap((name) => {
          if (isPartial && !(name in edits)) return [];
          const value = hidden.has(name) ? stored[name] : sentValue(fields[name]!, held[name], clears);
          return value === undefined ? [] : [[name, value]];
        }),
      );
    const sent = bodyFrom(values);
    const before = {
      ...Object.fromEntries(Object.keys(sent).map((name) => [name, null])),
      ...bodyFrom({ ...stored, ...seen }),
    };
    const found = { ...validate?.(sent), ...definedOnly(byValues(parts.problems, values)) };
    show(found);
    if (Object.keys(found).length > 0) return;
    await run(async () => {
      if (parts.confirm && !(await parts.confirm(sent, call))) return;
      const reply = (await send(sent, { values: before, headers: basedOn(before) })) as Record<string, unknown>;
      draft.forget();
      setSettling(true);
      if (parts.done) toast(parts.done);
      const refreshed = refresh();
      if (layout === "card") await refreshed;
      const secret = parts.reveal && reply[parts.reveal.key];
      if (parts.reveal && typeof secret === "string") {
        const { title, below } = parts.reveal;
        void reveal(title, secret, below?.(secret, sent));
      }
      const followed = parts.onSaved?.(reply, sent);
      if (followed) await followed;
      setEdits(() => ({}));
      setSettling(false);
    });
  };

  const item = (name: string) => (
    <FieldItem
      key={name}
      name={name}
      field={fields[name]!}
      parts={parts}
      values={values}
      disabled={readOnly}
      onChange={fill}
    />
  );
  const names = shown.map(([name]) => name);
  const view = (
    <Form
      form={instance}
      name={id}
      layout="vertical"
      requiredMark={layout === "card" || parts.unmarked ? false : optionalMark(fields)}
      initialValues={values}
      disabled={readOnly}
      noValidate
      scrollToFirstError
      onValuesChange={(_changed, all: Values) => {
        dismiss();
        setEdits((before) => ({ ...before, ...all }));
      }}
      onFinish={() => void submit()}
    >
      {draft.restored && <RestoredNote onDiscard={discard} />}
      {parts.head && <div className="fh-form-head">{parts.head}</div>}
      {names.map((name) => {
        const pair = parts.pairs?.find((both) => both.includes(name));
        if (!pair || !pair.every((one) => names.includes(one))) return item(name);
        return pair[0] === name ? (
          <div key={name} className="fh-form-pair">
            {pair.map(item)}
          </div>
        ) : null;
      })}
      {parts.note?.(values)}
      {refused && (
        <p role="alert" className="fh-form-refused">
          <WithReference text={refused} />
        </p>
      )}
      {!readOnly && (
        <div className="fh-form-actions">
          {props.layout === "steps" && props.onCancel && (
            <Button
              onClick={() => {
                discard();
                props.onCancel?.();
              }}
            >
              Cancel
            </Button>
          )}
          {layout === "card" && isDirty && (
            <Button disabled={busy} onClick={discard}>
              Discard
            </Button>
          )}
          <Button
            type="submit"
            kind={byValues(parts.danger, values) ? "danger" : "primary"}
            {...(parts.icon && { icon: parts.icon })}
            busy={busy}
            disabled={(layout === "card" && !isDirty) || parts.blocked?.(values) === true}
          >
            {byValues(parts.submit, values)}
          </Button>
        </div>
      )}
    </Form>
  );
  if (props.layout !== "steps" || !props.isPage) return view;
  return (
    <div className="fh-form-page">
      <section className="fh-card">
        <div className="fh-card-body">{view}</div>
      </section>
      <div className="fh-form-summary">
        <Suspense>
          <FormSummary entries={shown.map(([name, field]) => ({ field, value: sentValue(field, values[name]) }))} />
        </Suspense>
      </div>
    </div>
  );
};

const canEdit = (name: string, fields: Fields, { controls }: Pick<Parts, "controls">): boolean =>
  controls?.[name] !== undefined || controlFor(fields[name]!, false) !== undefined;

/** antd mounts the fields after the first render; the focus is set afterwards. */
const useFirstFieldFocus = (form: FormInstance, name: string | undefined): void => {
  const first = useRef(name);
  useEffect(() => {
    if (first.current === undefined) return undefined;
    const timer = setTimeout(() => form.focusField(first.current!));
    return () => clearTimeout(timer);
  }, [form]);
};

/** Marks what may be left blank. Choices and switches always have a value. */
const optionalMark =
  (fields: Fields) =>
  (label: ReactNode, { required }: { required: boolean }): ReactNode => {
    const field = Object.values(fields).find((one) => one.label === label);
    const isBlank = field && !required && field.initial === undefined && !["choices", "toggle"].includes(field.as);
    return isBlank ? (
      <>
        {label} <span className="fh-form-optional">(optional)</span>
      </>
    ) : (
      label
    );
  };

const initialOf = (fields: Fields): Values =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { initial }]) => (initial === undefined ? [] : [[name, initial]])),
  );

/** Values that can be stored on this device. */
const withoutSecrets = (fields: Fields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => fields[name]?.as !== "secret"));
