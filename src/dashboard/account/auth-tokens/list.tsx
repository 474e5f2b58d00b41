import { useState } from "react";
import { Link } from "react-router";
import { authTokens } from "../../../../resources/hosting/auth-tokens.ts";
import { ListPage } from "../../framework/pages/list-page.tsx";
import { useAllows } from "../../framework/use-allows.ts";
import { pageHref } from "../../../../resources/declare/href.ts";
import { docs } from "../../../../resources/pages.ts";
import { Card } from "../../ui/panels/card.tsx";
import { CodeBlock } from "../../ui/panels/code-block.tsx";
import { Segmented } from "../../ui/fields/segmented.tsx";
import { scriptCommands, terminalCommands, workflow } from "./snippets.ts";

/** The generated list, with deployment commands below. */
export const Component = () => {
  const mayCreate = useAllows()("create", authTokens.name);
  return <ListPage resource={authTokens}>{mayCreate && <ProgramsCard origin={window.location.origin} />}</ListPage>;
};

const methods = {
  terminal: {
    label: "Terminal",
    code: terminalCommands,
    text: "A single file for Node.js 20 and later. It asks for the token once and uploads only changed files.",
  },
  ci: {
    label: "GitHub Actions",
    code: workflow,
    text: "Save as .github/workflows/deploy.yml and add a token as the repository secret FREEHOLD_TOKEN. In other CI systems, run the last two lines.",
  },
  script: {
    label: "curl",
    code: scriptCommands,
    text: "Upload a zip to the open API as form data, with the token in the token header.",
  },
} as const;
type Method = keyof typeof methods;

const options = Object.entries(methods).map(([value, { label }]) => ({ value: value as Method, label }));

/** Shows how to deploy from a terminal, CI or a script. The commands contain this instance's URL. */
const ProgramsCard = ({ origin }: { readonly origin: string }) => {
  const [method, setMethod] = useState<Method>("terminal");
  const { label, code, text } = methods[method];
  return (
    <Card
      title="Deploy from a terminal or CI"
      text={text}
      actions={<Segmented label="Deploy with" options={options} value={method} onChange={setMethod} />}
    >
      <div className="fh-stack">
        <CodeBlock label={`${label} commands`} code={code(origin)} />
        <p className="fh-muted">
          For all commands, options and exit codes, see{" "}
          <Link to={pageHref(docs, { name: "command-line" })}>Command line</Link>.
        </p>
      </div>
    </Card>
  );
};
