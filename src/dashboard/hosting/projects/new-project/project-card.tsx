import { platformLabels, type Platform } from "../../../../../resources/hosting/platforms.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { useRuntimeConfig } from "../../flows/use-runtime-config.ts";
import type { NewProjectValues, Problems } from "../../flows/deploy/values.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/panels/card.tsx";
import { ChoiceTiles, type ChoiceTile } from "../../../ui/fields/choice-tiles.tsx";
import { Switch, TextField } from "../../../ui/fields/text-field.tsx";
import { timeNote } from "../../../storage/flows/arweave/texts.ts";
import styles from "./new-project.module.css";
import type { Change } from "./use-values.ts";

interface ProjectCardProps {
  readonly values: NewProjectValues;
  readonly problems: Problems;
  readonly nameSuggestion: string | undefined;
  readonly disabled: boolean;
  readonly onChange: Change;
}

/** Fields of every project: name, platform and rewrites. */
export const ProjectCard = ({ values, problems, nameSuggestion, disabled, onChange }: ProjectCardProps) => {
  const { platform, rewrite } = projects.fields;
  return (
    <Card title="Project">
      <div className="fh-stack">
        <NameField
          name={values.name}
          error={problems["name"]}
          suggestion={nameSuggestion}
          disabled={disabled}
          onChange={(name) => onChange({ name, nameEdited: name !== "" })}
        />
        <div className={styles.group}>
          <h3>{platform.label}</h3>
          <PlatformPicker
            value={values.platform}
            disabled={disabled}
            onChange={(chosen) => onChange({ platform: chosen })}
          />
          {problems["platform"] && (
            <p className={styles.problem} role="alert">
              {problems["platform"]}
            </p>
          )}
        </div>
        {values.source !== "template" && (
          <Switch
            label={rewrite.label}
            hint={rewrite.hint}
            checked={values.rewrite}
            disabled={disabled}
            onChange={(on) => onChange({ rewrite: on })}
          />
        )}
      </div>
    </Card>
  );
};

interface NameFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  /** A similar available name, if this one is taken. */
  readonly suggestion: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (name: string) => void;
}

/** The project's name, with a preview of its URL. */
const NameField = ({ name, error, suggestion, disabled, onChange }: NameFieldProps) => (
  <div className={styles.name}>
    <TextField
      label={projects.fields.name.label}
      value={name}
      code
      placeholder="my-site"
      disabled={disabled}
      error={error}
      onChange={onChange}
    />
    {suggestion === undefined ? (
      <AddressPreview name={name} />
    ) : (
      <div>
        <Button size="small" icon="check" disabled={disabled} onClick={() => onChange(suggestion)}>
          Use {suggestion}
        </Button>
      </div>
    )}
  </div>
);

/** The site's future URL, with the name highlighted. */
const AddressPreview = ({ name }: { readonly name: string }) => {
  const { contentDomain } = useRuntimeConfig();
  const port = location.port === "" ? "" : `:${location.port}`;
  return (
    <p className={styles.address}>
      <span>{`${location.protocol}//`}</span>
      <strong>{name === "" ? "my-site" : name}</strong>
      <span>
        .{contentDomain}
        {port}
      </span>
    </p>
  );
};

const notes: Readonly<Record<Platform, string>> = {
  IPFS: "Content-addressed and served by Freehold. Roll back to any version instantly.",
  AR: "A permanent copy in addition to the one served here. Assets are linked with relative paths. Files up to 150 KB are free; larger ones use your Arweave allowance, then LAND.",
  GREENFIELD: "Additional copy in a BNB Greenfield bucket.",
  IC: "Additional copy in an asset canister. To roll back, redeploy.",
};
const marks: Readonly<Record<Platform, Pick<ChoiceTile<Platform>, "icon" | "logo">>> = {
  IPFS: { icon: "cube" },
  AR: { icon: "history" },
  GREENFIELD: { logo: "bsc" },
  IC: { icon: "globe" },
};
const order: readonly Platform[] = ["IPFS", "AR", "GREENFIELD", "IC"];

interface PlatformPickerProps {
  readonly value: Platform;
  readonly disabled: boolean;
  readonly onChange: (platform: Platform) => void;
}

/** Publishing platform. Platforms that are not configured are disabled. */
const PlatformPicker = ({ value, disabled, onChange }: PlatformPickerProps) => {
  const { features, arweave } = useRuntimeConfig();
  const { platforms } = features;
  const textOf = (platform: Platform): string =>
    platform === "AR" ? `${notes.AR} ${timeNote(arweave?.embedded === true)}` : notes[platform];
  const options = order.map((platform): ChoiceTile<Platform> => {
    const isConnected = platform === "IPFS" || platform === "AR" || platforms[platform];
    const off = { text: "Unavailable. Ask your administrator.", disabled: true };
    return {
      value: platform,
      title: platformLabels[platform],
      ...marks[platform],
      ...(isConnected ? { text: textOf(platform) } : off),
    };
  });
  return <ChoiceTiles label="Platform" options={options} value={value} disabled={disabled} onChange={onChange} />;
};
