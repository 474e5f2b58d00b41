import { code } from "../../../../../resources/fields.ts";
import { importRepository } from "../../../../../resources/hosting/code-host.ts";
import type { Repository } from "../../../../../resources/hosting/repositories.ts";
import { FormCard, ownForm } from "../../../framework/forms/form.tsx";
import { Icon } from "../../../ui/icon.tsx";
import styles from "./repository-picker.module.css";
import type { ChosenRepository } from "./repository-picker.tsx";

interface RepositoryPublicProps {
  readonly chosen: ChosenRepository;
  readonly disabled: boolean;
  readonly onSelect: (repository: Repository) => void;
}

const url = code("Repository URL", {
  min: 1,
  max: 2000,
  required: "Enter a repository URL.",
  placeholder: "https://example.com/team/site.git",
  hint: "Read-only. Pushes don't trigger deployments; select Deploy to build the latest commit.",
});

/** Imports a repository by public URL. */
export const RepositoryPublic = ({ chosen, disabled, onSelect }: RepositoryPublicProps) => {
  const isChosen = chosen.id !== undefined && chosen.provider === "URL";
  return (
    <>
      <FormCard
        bare
        form={ownForm({ url }, (body, send) => send(importRepository, { body }))}
        initial={{ url: isChosen ? chosen.cloneUrl : undefined }}
        readOnly={disabled}
        submit="Use repository"
        icon="link"
        done=""
        onSaved={onSelect}
      />
      {isChosen && (
        <p className={styles.taken}>
          <Icon name="check" size={16} />
          <span>
            <strong>{chosen.name}</strong> <span className="fh-muted">{chosen.cloneUrl}</span>
          </span>
        </p>
      )}
    </>
  );
};
