import { useMemo, useState } from "react";
import type { PublicRollup } from "../../../../resources/raas/public-calls.ts";
import { readable, type Readable } from "../flows/explorer/read-functions.ts";
import { useAsk } from "../flows/explorer/use-chain.ts";
import type { DecodedValue } from "../flows/explorer/use-decoded.ts";
import { useWork } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { Form } from "../../ui/fields/form.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { ValuesTable } from "../explorer/values-table.tsx";
import styles from "./address.module.css";

interface ReadFunctionsProps {
  readonly rollup: PublicRollup;
  readonly address: string;
  readonly code: string;
  /** JSON text. */
  readonly abi: string | undefined;
}

/** A form for each read-only function. */
export const ReadFunctions = ({ rollup, address, code, abi }: ReadFunctionsProps) => {
  const ask = useAsk(rollup);
  const functions = useMemo(() => readable(ask, address, code, abi), [ask, address, code, abi]);
  if (functions.length === 0) return <p className="fh-muted">No read-only functions.</p>;
  return (
    <ul className={styles.functions}>
      {functions.map((item) => (
        <li key={item.signature}>
          <details>
            <summary>
              <code>{item.name}</code>
              <span className="fh-muted fh-mono">({item.inputs.map(({ type }) => type).join(", ")})</span>
            </summary>
            <ReadForm item={item} />
          </details>
        </li>
      ))}
    </ul>
  );
};

type Outcome = { readonly values: readonly DecodedValue[] } | { readonly problem: string };

const ReadForm = ({ item }: { readonly item: Readable }) => {
  const [input, setInput] = useState<readonly string[]>(item.inputs.map(() => ""));
  const [outcome, setOutcome] = useState<Outcome>();
  const { act, acting } = useWork(() => item.read(input), {
    onDone: (values) => setOutcome({ values }),
    onError: ({ message: problem }) => {
      setOutcome({ problem });
      return true;
    },
  });
  return (
    <Form className={styles.readForm} onSubmit={() => void act()}>
      {item.inputs.map(({ name, type }, index) => (
        <TextField
          // Names can be repeated.
          key={index}
          code
          label={`${name || `#${index}`} (${type})`}
          value={input[index] ?? ""}
          onChange={(text) => setInput(input.map((before, at) => (at === index ? text : before)))}
        />
      ))}
      <Button type="submit" size="small" busy={acting}>
        Read
      </Button>
      <div role="status">
        {outcome &&
          ("problem" in outcome ? (
            <p className={styles.problem}>{outcome.problem}</p>
          ) : (
            <ValuesTable values={outcome.values} />
          ))}
      </div>
    </Form>
  );
};
