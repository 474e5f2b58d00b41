import { useState } from "react";
import { Link } from "react-router";
import { pageHref } from "../../../../resources/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { Card } from "../../ui/card.tsx";
import { CodeBlock } from "../../ui/code-block.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { scriptCommands, terminalCommands, workflow } from "./snippets.ts";

const ways = {
  terminal: {
    label: "Terminal",
    code: terminalCommands,
    text: "One file that runs on Node.js 20 and later. It asks for the token once, and sends only what the cloud does not have.",
  },
  ci: {
    label: "GitHub Actions",
    code: workflow,
    text: "Save it as .github/workflows/deploy.yml, and a token under the repository's secrets as FREEHOLD_TOKEN. In other systems the last two lines do the same.",
  },
  script: {
    label: "curl",
    code: scriptCommands,
    text: "The open API takes a zip as a form, with the token in a header of its own.",
  },
} as const;
type Way = keyof typeof ways;

const options = Object.entries(ways).map(([value, { label }]) => ({ value: value as Way, label }));

/** How a terminal, CI or a script deploys here; the commands carry this cloud's own address. */
export const ProgramsCard = ({ origin }: { readonly origin: string }) => {
  const [way, setWay] = useState<Way>("terminal");
  const { label, code, text } = ways[way];
  return (
    <Card
      title="Deploy from a terminal or CI"
      text={text}
      actions={<Segmented label="Where from" options={options} value={way} onChange={setWay} />}
    >
      <div className="fh-stack">
        <CodeBlock label={`${label} commands`} code={code(origin)} />
        <p className="fh-muted">
          All commands, options and exit codes: <Link to={pageHref(docs, { name: "command-line" })}>Command line</Link>.
        </p>
      </div>
    </Card>
  );
};
