import { useState } from "react";
import { importRepository } from "../../../../../resources/hosting/code-host.ts";
import type { Repository } from "../../../../../resources/hosting/repositories.ts";
import { fieldMessage } from "../../../framework/data/field-messages.ts";
import { useAct } from "../../../framework/data/use-act.ts";
import { Button } from "../../../ui/button.tsx";
import { Form } from "../../../ui/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { TextField } from "../../../ui/text-field.tsx";
import styles from "./repository-picker.module.css";
import type { ChosenRepository } from "./repository-picker.tsx";

interface RepositoryPublicProps {
  readonly chosen: ChosenRepository;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

const hint = "Read-only. Pushes don't trigger deployments; select Deploy to build the latest commit.";

/** Imports a repository by public URL. */
export const RepositoryPublic = ({ chosen, disabled, onSelect }: RepositoryPublicProps) => {
  const isChosen = chosen.id !== undefined && chosen.provider === "URL";
  const [url, setUrl] = useState(isChosen ? (chosen.cloneUrl ?? "") : "");
  const [problem, setProblem] = useState("");
  const { act, acting } = useAct(importRepository, {
    onDone: onSelect,
    onError: (error) => {
      const message = fieldMessage(error, "url");
      setProblem(message ?? "");
      return message !== undefined;
    },
  });
  const importUrl = () => {
    if (url.trim() === "") return setProblem("Enter a repository URL.");
    setProblem("");
    return void act({ body: { url } });
  };
  return (
    <Form className={styles.public} onSubmit={importUrl}>
      <TextField
        label="Repository URL"
        value={url}
        code
        placeholder="https://example.com/team/site.git"
        disabled={disabled}
        hint={hint}
        error={problem}
        onChange={(input) => {
          setUrl(input);
          setProblem("");
        }}
      />
      <Button type="submit" icon="link" busy={acting} disabled={disabled}>
        Use repository
      </Button>
      {isChosen && (
        <p className={styles.taken}>
          <Icon name="check" size={16} />
          <span>
            <strong>{chosen.name}</strong> <span className="fh-muted">{chosen.cloneUrl}</span>
          </span>
        </p>
      )}
    </Form>
  );
};
