import type { ReactNode } from "react";
import type { Reply } from "../../../../../resources/call-input.ts";
import type { deploymentDiff } from "../../../../../resources/hosting/deployment-calls.ts";
import { ChangeList, ChangeMark } from "../../../framework/widgets/file-changes/change-mark.tsx";
import { FileChanges } from "../../../framework/widgets/file-changes/file-changes.tsx";
import { Card } from "../../../ui/card.tsx";
import { CopyText } from "../../../ui/copy-text.tsx";
import type { Deployment } from "../build/facts.tsx";
import styles from "./changes.module.css";

export type Diff = Reply<typeof deploymentDiff>;

/** Changed commit, settings, variables and files. */
export const DiffView = ({ diff }: { readonly diff: Diff }) => (
  <div className="fh-stack">
    {(diff.before.commit ?? diff.after.commit) && (
      <Card title="Commit">
        <BeforeAfter before={<Commit of={diff.before} />} after={<Commit of={diff.after} />} />
      </Card>
    )}
    {diff.settings.length > 0 && (
      <Card title="Settings">
        <dl className={styles.settings}>
          {diff.settings.map(({ name, before, after }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <BeforeAfter before={<Value text={before} />} after={<Value text={after} />} />
              </dd>
            </div>
          ))}
        </dl>
      </Card>
    )}
    {diff.env.length > 0 && (
      <Card title="Environment variables" text="Only names are shown, never values.">
        <ChangeList>
          {diff.env.map(({ name, change }) => (
            <li key={name}>
              <ChangeMark change={change} />
              <span className="fh-mono">{name}</span>
            </li>
          ))}
        </ChangeList>
      </Card>
    )}
    {diff.before.cid && diff.after.cid ? (
      <FileChanges {...diff} />
    ) : (
      <Card title="Files" text={`${diff.before.cid ? "This" : "The other"} deployment published no files.`} />
    )}
  </div>
);

const BeforeAfter = ({ before, after }: { readonly before: ReactNode; readonly after: ReactNode }) => (
  <div className={styles.pair}>
    <span>{before}</span>
    <span aria-hidden="true">→</span>
    <span className="fh-hidden">changed to</span>
    <span>{after}</span>
  </div>
);

const Commit = ({ of: { commit, message, author, branch } }: { readonly of: Deployment }) =>
  commit ? (
    <>
      <CopyText text={commit} shown={commit.slice(0, 8)} label="commit" />
      <small>{[message, author, branch].filter(Boolean).join(" · ")}</small>
    </>
  ) : (
    <span className="fh-muted">–</span>
  );

const Value = ({ text }: { readonly text: string }) =>
  text === "" ? <span className="fh-muted">not set</span> : <code>{text}</code>;
