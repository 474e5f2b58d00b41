import type { Field } from "../../../../resources/declare/fields.ts";
import { lazy, Suspense, type ReactNode } from "react";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount, formatWhole } from "../../lib/format/count.ts";
import { formatMoment, formatRelative } from "../../lib/format/date.ts";
import { textOf } from "../../lib/text-of.ts";
import { stateLabel, StatusTag } from "../../ui/states/status-tag.tsx";

/** Loaded separately: the first lists have none of these words. */
const SpecialCell = lazy(() => import("./special-cell.tsx"));

/** Renders a field's value in lists and records, by its word. `row`: the record, for a word that shows more than the value. */
export const cell = (field: Field, value: unknown, row?: Readonly<Record<string, unknown>>): ReactNode => {
  if (value === undefined || value === null || value === "")
    return <span className="fh-muted">{field.none ?? "–"}</span>;
  switch (field.as) {
    case "status":
      return (
        <StatusTag
          state={field.tones?.[value as string] ?? (value as string)}
          label={optionLabel(field, value as string)}
        />
      );
    case "date":
      return <Moment seconds={value as number} />;
    case "bytes":
      return formatBytes(value as number);
    case "count":
      return <span title={formatWhole(value as number)}>{formatCount(value as number)}</span>;
    case "exact":
      return formatWhole(value as number);
    case "toggle":
      return value ? <span className="fh-pill">{field.label}</span> : <span className="fh-muted">–</span>;
    case "choice":
      return optionLabel(field, value as string);
    case "link":
      return <ExternalLink address={value as string} />;
    case "code":
    case "data":
      return <span className="fh-mono">{textOf(value)}</span>;
    case "text":
    case "textarea":
      return textOf(value);
    default:
      return (
        <Suspense>
          <SpecialCell field={field} value={value} row={row} />
        </Suspense>
      );
  }
};

/** A relative time, with the exact time as a tooltip. */
export const Moment = ({ seconds }: { seconds: number }) => (
  <time
    dateTime={new Date(seconds * 1000).toISOString()}
    // Set on hover: formatting every date of a list would cost more than drawing it.
    onPointerEnter={({ currentTarget }) => (currentTarget.title = formatMoment(seconds))}
  >
    {formatRelative(seconds)}
  </time>
);

const ExternalLink = ({ address }: { address: string }) => (
  <a href={address} target="_blank" rel="noreferrer">
    {address.replace(/^https?:\/\//, "").replace(/\/$/, "")}
  </a>
);

/** Label of an option: "UPLOAD" → "Upload". Declared labels win; abbreviations stay, and states read like their tags. */
export const optionLabel = (field: Pick<Field, "as" | "labels">, option: string): string => {
  const own = field.labels?.[option];
  if (own !== undefined) return own;
  if (field.as === "status") return stateLabel(option);
  return option.length <= 4 ? option : option.charAt(0) + option.slice(1).toLowerCase().replaceAll("_", " ");
};
