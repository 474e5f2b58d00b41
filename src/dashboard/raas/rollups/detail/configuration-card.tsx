import type { RollupDetail } from "../../../../../resources/raas/rollup-calls.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { CodeBlock } from "../../../ui/panels/code-block.tsx";
import { downloadText } from "../../../ui/download.ts";

interface ConfigurationCardProps {
  readonly rollup: Pick<RollupDetail, "name">;
  /** JSON text. */
  readonly config: string;
}

/** The rollup's genesis configuration. */
export const ConfigurationCard = ({ rollup: { name }, config }: ConfigurationCardProps) => (
  <Card
    title="Configuration"
    text="The chain's genesis configuration. Contains no secrets."
    actions={
      <Button icon="download" onClick={() => downloadText(`${fileName(name)}.json`, [config], "application/json")}>
        Download
      </Button>
    }
  >
    <CodeBlock label="configuration" code={indented(config)} />
  </Card>
);

const fileName = (name: string): string => name.replaceAll(/[^\w.-]+/g, "-") || "rollup";

const indented = (config: string): string => {
  try {
    return JSON.stringify(JSON.parse(config), null, 2);
  } catch {
    return config;
  }
};
