import type { RpcAnswer } from "../../../flows/ask-rpc/ask-rpc.ts";
import { countOf } from "../../../lib/format/count.ts";
import { formatMilliseconds } from "../../../lib/format/duration.ts";
import { Banner } from "../../../ui/banner.tsx";
import { CodeBlock } from "../../../ui/code-block.tsx";
import { explainError } from "../explain.ts";
import { nodeLabel } from "../chains.ts";
import styles from "./console.module.css";
import { decimalOf } from "./methods.ts";

/** Response of a request with duration and cost, and advice after an error. */
export const Answer = ({ answer }: { readonly answer: RpcAnswer }) => {
  const { status, elapsedMs, units, cache, upstream, result, error, text } = answer;
  const decimal = decimalOf(result);
  const advice = error && explainError(error.code, error.message, status);
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
