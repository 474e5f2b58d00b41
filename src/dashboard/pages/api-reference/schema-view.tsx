import styles from "./api-reference.module.css";
import type { Components, JsonSchema } from "./open-api.ts";
import { schemaRows, typeName } from "./schema-rows.ts";

interface SchemaViewProps {
  readonly title: string;
  readonly schema: JsonSchema;
  readonly components: Components;
}

/** A schema as a list of names, types and limits. */
export const SchemaView = ({ title, schema, components }: SchemaViewProps) => {
  const rows = schemaRows(schema, components);
  return (
    <>
      <h3>
        {title} <span>{typeName(schema, components)}</span>
      </h3>
      <ul className={styles.rows}>
        {rows.map(({ name, depth, type, isRequired, notes }, index) => (
          <li key={index} style={{ paddingInlineStart: `${depth * 1.2}em` }}>
            <code>{name}</code>
            <span>{[type, isRequired ? "" : "optional", ...notes].filter(Boolean).join(", ")}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
