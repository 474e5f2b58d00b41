import { useState, type FormEvent } from "react";
import { tryCall, type CallResult } from "../flows/try-call/try-call.ts";
import styles from "./try-form.module.css";
import { exampleOf } from "./example-of.ts";
import type { ApiCall, Components, Parameter } from "./open-api.ts";

type Outcome = "idle" | "sending" | "unreachable" | CallResult;
const timeoutMs = 60_000;

/** Sends the call as the signed-in user and shows the reply. */
export const TryForm = ({ call, components }: { readonly call: ApiCall; readonly components: Components }) => {
  const [outcome, setOutcome] = useState<Outcome>("idle");
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setOutcome("sending");
    try {
      setOutcome(await tryCall(typedCall(call, form), AbortSignal.timeout(timeoutMs)));
    } catch {
      setOutcome("unreachable");
    }
  };
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)} aria-label={`Try ${call.method} ${call.path}`}>
      <h3>Try it</h3>
      {call.parameters.map((parameter) => (
        <ParameterInput key={parameter.name} parameter={parameter} />
      ))}
      {call.body && <BodyInput body={call.body} components={components} />}
      <button type="submit" disabled={outcome === "sending"}>
        {call.method === "GET" ? "Send" : `Send ${call.method}`}
      </button>
      <OutcomeView outcome={outcome} />
    </form>
  );
};

const ParameterInput = ({ parameter: { name, in: place, required, schema } }: { readonly parameter: Parameter }) => (
  <label>
    {name}
    <input
      name={`${place}:${name}`}
      required={required ?? false}
      placeholder={schema.default === undefined ? "" : JSON.stringify(schema.default)}
      autoComplete="off"
      spellCheck={false}
    />
  </label>
);

const BodyInput = ({ body, components }: { body: NonNullable<ApiCall["body"]>; components: Components }) =>
  body === "bytes" ? (
    <label>
      Body
      <input type="file" name="body" required />
    </label>
  ) : (
    <label>
      Body
      <textarea
        name="body"
        spellCheck={false}
        defaultValue={JSON.stringify(exampleOf(body, components), undefined, 2)}
      />
    </label>
  );

const OutcomeView = ({ outcome }: { readonly outcome: Outcome }) => (
  <div role="status" className={styles.outcome}>
    {outcome === "unreachable" && <p>Can't reach the server.</p>}
    {typeof outcome === "object" && (
      <>
        <p>
          <strong data-ok={outcome.status < 400}>{outcome.status}</strong> in {outcome.elapsedMs} ms
        </p>
        <pre tabIndex={0} aria-label="Reply">
          {outcome.text}
        </pre>
      </>
    )}
  </div>
);

const typedCall = (call: ApiCall, form: FormData) => {
  const body = form.get("body");
  return {
    method: call.method,
    service: call.service,
    path: call.path,
    pathValues: valuesIn(form, "path"),
    queryValues: valuesIn(form, "query"),
    body: body === null ? undefined : body,
  };
};

const valuesIn = (form: FormData, place: Parameter["in"]): Record<string, string> =>
  Object.fromEntries(
    [...form.entries()].flatMap(([key, value]) => {
      const [at, name] = key.split(":");
      return at === place && name && typeof value === "string" ? [[name, value.trim()]] : [];
    }),
  );
