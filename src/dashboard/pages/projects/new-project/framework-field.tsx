import { frameworks } from "../../../../../resources/hosting/frameworks.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { Combobox } from "../../../ui/combobox.tsx";

interface FrameworkFieldProps {
  readonly value: string;
  /** Slug of what the files suggest. */
  readonly detected: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (slug: string) => void;
}

const byName = frameworks.toSorted((a, b) => rank(a.slug) - rank(b.slug) || a.name.localeCompare(b.name, "en"));

/** The whole catalogue, by name; what was detected is marked. */
export const FrameworkField = ({ value, detected, disabled, onChange }: FrameworkFieldProps) => (
  <Combobox
    label={projects.fields.framework.label}
    value={value}
    disabled={disabled}
    hint="Sets the commands below. Type to search."
    placeholder="As recognised in its files"
    options={firstOf(detected).map(({ slug, name, tagline }) => ({
      value: slug,
      label: name,
      note: tagline,
      ...(slug === detected && { mark: "Detected" }),
    }))}
    onChange={onChange}
  />
);

const firstOf = (detected: string | undefined) => [
  ...byName.filter(({ slug }) => slug === detected),
  ...byName.filter(({ slug }) => slug !== detected),
];

/** "Other" stands last. */
function rank(slug: string): number {
  return slug === "other" ? 1 : 0;
}
