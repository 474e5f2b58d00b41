import { useState } from "react";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { DescriptionList } from "../../ui/panels/description-list.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { endpoint } from "./paths.ts";
import { snippets, type Client } from "./snippets.ts";

const options = Object.entries(snippets).map(([value, { label }]) => ({ value: value as Client, label }));

interface UseCardProps {
  readonly model: string;
  /** Prefix of one of the team's keys. */
  readonly hint?: string;
}

/** Endpoint, model ID and snippets for API clients. */
export const UseCard = ({ model, hint }: UseCardProps) => {
  const [client, setClient] = useState<Client>("curl");
  const { label, code } = snippets[client];
  return (
    <Card
      title="Use the API"
      text="Any OpenAI client works. Insert your key."
      actions={<Segmented label="Client" options={options} value={client} onChange={setClient} />}
    >
      <div className="fh-stack">
        <DescriptionList
          facts={[
            { label: "Endpoint", value: <CopyText label="endpoint" text={endpoint()} /> },
            { label: "Model", value: <CopyText label="model ID" text={model} /> },
          ]}
        />
        <CodeBlock
          label={`${label} example`}
          code={code({ endpoint: endpoint(), model, key: hint === undefined ? "<key>" : `${hint}…` })}
        />
      </div>
    </Card>
  );
};
