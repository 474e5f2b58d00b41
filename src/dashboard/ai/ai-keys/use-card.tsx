import { useState } from "react";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import type { Example } from "./models/model-words.ts";
import { endpoint } from "./paths.ts";
import { snippets, type Client } from "./snippets.ts";

interface UseCardProps {
  readonly example: Example;
  /** Prefix of one of the team's keys. */
  readonly hint?: string;
}

/** Endpoint, model ID and snippets for API clients. */
export const UseCard = ({ example, hint }: UseCardProps) => (
  <Card title="Use the API" text="Any OpenAI client works. Insert your key.">
    <div className="fh-stack">
      <DescriptionList
        facts={[
          { label: "Endpoint", value: <CopyText label="endpoint" text={endpoint()} /> },
          { label: "Model", value: <CopyText label="model ID" text={example.model} /> },
        ]}
      />
      <Snippets example={example} apiKey={hint === undefined ? "<key>" : `${hint}…`} />
    </div>
  </Card>
);

const options = Object.entries(snippets).map(([value, { label }]) => ({ value: value as Client, label }));

interface SnippetsProps {
  readonly example: Example;
  /** What stands for the key. */
  readonly apiKey: string;
}

/** A first request in each client. */
export const Snippets = ({ example, apiKey }: SnippetsProps) => {
  const [client, setClient] = useState<Client>("curl");
  const { label, code } = snippets[client];
  return (
    <>
      <div>
        <Segmented label="Client" options={options} value={client} onChange={setClient} />
      </div>
      <CodeBlock label={`${label} example`} code={code({ ...example, endpoint: endpoint(), key: apiKey })} />
    </>
  );
};
