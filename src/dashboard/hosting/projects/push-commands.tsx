import { Link } from "react-router";
import { href } from "../../../../resources/declare/href.ts";
import { authTokens } from "../../../../resources/hosting/auth-tokens.ts";
import { CodeBlock } from "../../ui/panels/code-block.tsx";

interface PushCommandsProps {
  readonly cloneUrl: string;
  readonly branch: string;
  /** Adds commands to create a repository. */
  readonly first?: boolean;
}

/** Commands to push to a repository. */
export const PushCommands = ({ cloneUrl, branch, first = false }: PushCommandsProps) => (
  <div className="fh-stack">
    <CodeBlock
      label="push commands"
      code={[...(first ? initCommands(branch) : []), ...pushCommands(cloneUrl, branch)].join("\n")}
    />
    <p className="fh-muted">
      When Git asks for credentials, enter any username and a <Link to={href(authTokens, "list")}>auth token</Link> as
      the password.
    </p>
  </div>
);

const initCommands = (branch: string): string[] => [
  `git init -b ${branch}`,
  "git add .",
  'git commit -m "First version"',
];

const pushCommands = (cloneUrl: string, branch: string): string[] => [
  `git remote add freehold ${cloneUrl}`,
  `git push freehold ${branch}`,
];
