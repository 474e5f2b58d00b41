import { frameworks, type Framework } from "../../../../../resources/hosting/builds/frameworks.ts";
import { projects } from "../../../../../resources/hosting/projects.ts";
import { MenuField } from "../../../framework/forms/menu-field.tsx";
import styles from "./framework-field.module.css";

interface FrameworkFieldProps {
  readonly value: string;
  /** Slug of the detected framework. */
  readonly detected: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (slug: string) => void;
}

const byName = frameworks.toSorted((a, b) => rank(a.slug) - rank(b.slug) || a.name.localeCompare(b.name, "en"));

/** All frameworks by name, with the detected one marked. */
export const FrameworkField = ({ value, detected, disabled, onChange }: FrameworkFieldProps) => (
  <div className={styles.framework}>
    <MenuField
      label={projects.fields.framework.label}
      value={value}
      disabled={disabled}
      hint="Sets the commands below. Type to search."
      placeholder="Detected from the files"
      options={firstOf(detected).map(({ slug, name, tagline, logo }) => ({
        value: slug,
        label: name,
        image: <FrameworkLogo logo={logo} />,
        note: tagline,
        ...(slug === detected && { mark: "Detected" }),
      }))}
      onChange={onChange}
    />
    <About slug={value} />
  </div>
);

/** Description and links of the selected framework. */
const About = ({ slug }: { readonly slug: string }) => {
  const framework = frameworks.find((one) => one.slug === slug);
  if (!framework || slug === "other") return null;
  const { name, logo, description, website, demo } = framework;
  return (
    <p className={styles.about}>
      <FrameworkLogo logo={logo} />
      <span>{description}</span>
      {website !== undefined && (
        <a href={website} target="_blank" rel="noreferrer" aria-label={`${name} website`}>
          Website
        </a>
      )}
      {demo !== undefined && (
        <a href={demo} target="_blank" rel="noreferrer" aria-label={`${name} demo sites`}>
          Demo sites
        </a>
      )}
    </p>
  );
};

const firstOf = (detected: string | undefined) => [
  ...byName.filter(({ slug }) => slug === detected),
  ...byName.filter(({ slug }) => slug !== detected),
];

/** Sorts "other" last. */
function rank(slug: string): number {
  return slug === "other" ? 1 : 0;
}

const logoSize = 22;

/** A framework's logo: letters on a tile. */
const FrameworkLogo = ({ logo: { letters, color } }: Pick<Framework, "logo">) => (
  <svg width={logoSize} height={logoSize} viewBox="0 0 22 22" aria-hidden="true" style={{ flex: "none" }}>
    <rect width="22" height="22" rx="6" fill={color} />
    <text x="11" y="15" fill="#fff" fontSize="10.5" fontWeight="600" textAnchor="middle">
      {letters}
    </text>
  </svg>
);
