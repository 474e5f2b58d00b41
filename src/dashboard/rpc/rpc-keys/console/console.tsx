import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { unitsOf } from "../../../../../resources/rpc/compute-units.ts";
import { rpcKeySecurity } from "../../../../../resources/rpc/key-calls.ts";
import type { RpcKeyType } from "../../../../../resources/rpc/keys.ts";
import { rpcRequests } from "../../../../../resources/rpc/stat-calls.ts";
import { askRpc, type RpcAnswer } from "../../flows/ask-rpc/ask-rpc.ts";
import { CostNote } from "../../../framework/cost/cost-note.tsx";
import { resourceKey } from "../../../framework/data/record-keys.ts";
import { useCall } from "../../../framework/data/use-call.ts";
import { MenuField } from "../../../framework/forms/menu-field.tsx";
import { countOf } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CodeBlock } from "../../../ui/panels/code-block.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Form } from "../../../ui/fields/form.tsx";
import { TextArea } from "../../../ui/fields/text-area.tsx";
import { TextField } from "../../../ui/fields/text-field.tsx";
import { chainOptions } from "../chain-mark.tsx";
import { addressOf, nodeLabel, useRpcChains } from "../chains.ts";
import { explainError } from "../explain.ts";
import styles from "./console.module.css";
import { consoleMethods, decimalOf, exampleOf, paramsOf } from "./methods.ts";

/** Response of a request with duration and cost, and advice after an error. */
const Answer = ({ answer }: { readonly answer: RpcAnswer }) => {
  const { status, elapsedMs, units, cache, upstream, result, error, text } = answer;
  const decimal = decimalOf(result);
  const advice = error && explainError({ ...error, status });
  return (
    <div className="fh-stack">
      {error && (
        <Banner kind="warning" title={error.message}>
          {advice}
        </Banner>
      )}
      <ul className={styles.facts}>
        <li>HTTP {status}</li>
        <li>{formatMilliseconds(elapsedMs)}</li>
        <li>{countOf(units, "compute unit")}</li>
        <li title="x-rpc-cache">{cacheLabel[cache] ?? cache}</li>
        {upstream !== undefined && <li title="x-rpc-upstream">by {nodeLabel(upstream)}</li>}
      </ul>
      {decimal !== undefined && (
        <p>
          In decimal: <strong>{decimal}</strong>
        </p>
      )}
      <CodeBlock label="response" code={text} />
    </div>
  );
};

const cacheLabel: Readonly<Record<string, string>> = {
  hit: "served from cache",
  shared: "shared with an identical request",
  miss: "sent to a node",
  none: "no node used",
};

interface ConsoleProps {
  readonly id: string;
  readonly userKey: string;
  readonly type: RpcKeyType;
}

type Outcome = "idle" | "sending" | "unreachable" | RpcAnswer;

const timeoutMs = 60_000;
const sendMethod = "eth_sendRawTransaction";
const options = consoleMethods.map(({ name, text }) => ({
  value: name,
  label: name,
  note: `${text} · ${unitsOf(name)} CU`,
}));

/** Sends requests with the key. They are limited, counted and charged like any other request. */
export const Console = ({ id, userKey, type }: ConsoleProps) => {
  const client = useQueryClient();
  const { chains, error, reload } = useRpcChains();
  const { data: security } = useCall(rpcKeySecurity, { params: { id } });
  const [chosen, setChosen] = useState("");
  const [method, setMethod] = useState(consoleMethods[0]!.name);
  const [input, setInput] = useState(() => exampleOf(method));
  const [token, setToken] = useState("");
  const [outcome, setOutcome] = useState<Outcome>("idle");
  const chain = chains?.find((one) => one.id === chosen) ?? chains?.[0];
  const params = paramsOf(input);
  const units = unitsOf(method);

  const send = async () => {
    if (!chain || typeof params === "string") return;
    setOutcome("sending");
    try {
      const address = addressOf(chain, "HTTP", userKey);
      setOutcome(await askRpc(address, { method, params, token }, AbortSignal.timeout(timeoutMs)));
    } catch {
      setOutcome("unreachable");
    }
    void client.invalidateQueries({ queryKey: resourceKey(rpcRequests.name) });
  };
  if (error && !chains) return <ErrorState message={error.message} onRetry={reload} />;
  return (
    <Card
      title="Try a method"
      text="Sends a request from this browser with this key. It is charged like any other request, and the key's rules apply."
    >
      <div className={styles.halves}>
        <Form onSubmit={() => void send()}>
          <MenuField label="Chain" value={chain?.id ?? ""} options={chainOptions(chains)} onChange={setChosen} />
          <MenuField
            label="Method"
            value={method}
            options={options}
            onChange={(name) => {
              setMethod(name);
              setInput(exampleOf(name));
            }}
          />
          <TextArea
            label="Parameters"
            code
            hint={
              method === sendMethod ? "A transaction signed by your wallet. It will be broadcast." : "A JSON array."
            }
            error={typeof params === "string" ? params : undefined}
            value={input}
            onChange={setInput}
          />
          {security?.enabled && (
            <TextField
              label="JSON web token"
              code
              hint="Required by this key. Sent with the request and never stored."
              autoComplete="off"
              value={token}
              onChange={setToken}
            />
          )}
          {type === "VIP" ? (
            <CostNote
              resource="COMPUTE_UNIT"
              what={countOf(units, "compute unit")}
              amount={units}
              service="RPC"
              target={id}
            />
          ) : (
            <p className="fh-muted">{countOf(units, "compute unit")} from your package.</p>
          )}
          <div className="fh-form-actions">
            <Button onClick={() => setInput(exampleOf(method))}>Insert example</Button>
            <Button
              kind="primary"
              type="submit"
              icon="play"
              busy={outcome === "sending"}
              disabled={!chain || typeof params === "string"}
            >
              Send request
            </Button>
          </div>
        </Form>
        <section className={styles.answer} aria-label="Response" aria-live="polite">
          <OutcomeView outcome={outcome} />
        </section>
      </div>
    </Card>
  );
};

const OutcomeView = ({ outcome }: { readonly outcome: Outcome }) => {
  if (typeof outcome === "object") return <Answer answer={outcome} />;
  if (outcome === "unreachable") return <ErrorState title="No response" message="Can't reach the server. Try again." />;
  return <p className={styles.blank}>{outcome === "sending" ? "Sending…" : "The response appears here."}</p>;
};
