import type { Field } from "../../../../resources/declare/fields.ts";
import { lazy, Suspense, type ReactNode } from "react";
import { formatBytes } from "../../lib/format/bytes.ts";
import { formatCount } from "../../lib/format/count.ts";
import { formatMoment, formatRelative } from "../../lib/format/date.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { textOf } from "../../lib/text-of.ts";
import type { ChoiceTile } from "../../ui/fields/choice-tiles.tsx";
import { iconNamed } from "../../ui/icon.tsx";
import { stateLabel, StatusTag } from "../../ui/states/status-tag.tsx";

/** Loaded separately: the first lists have no amounts. */
const Money = lazy(() => import("../../ui/panels/money.tsx").then((module) => ({ default: module.Money })));

/** Renders a field's value in lists and records, by its widget. */
export const cell = (field: Field, value: unknown): ReactNode => {
  if (value === undefined || value === null || value === "") return <span className="fh-muted">–</span>;
  switch (field.as) {
    case "status":
      return <StatusTag state={textOf(value)} label={optionLabel(field, textOf(value))} />;
    case "date":
      return <Moment seconds={value as number} />;
    case "bytes":
      return formatBytes(value as number);
    case "count":
      return formatCount(value as number);
    case "land":
      return (
        <Suspense>
          <Money land={value as string} />
        </Suspense>
      );
    case "duration":
      return formatDuration(value as number);
    case "toggle":
      return value ? <span className="fh-pill">{field.label}</span> : <span className="fh-muted">–</span>;
    case "link":
      return <ExternalLink address={value as string} />;
    case "choice":
      return optionLabel(field, value as string);
    case "secret":
      return <span className="fh-mono">••••••••</span>;
    case "id":
    case "code":
      return <span className="fh-mono">{textOf(value)}</span>;
    case "text":
    case "textarea":
      return textOf(value);
    case "data":
      return <span className="fh-mono">{textOf(value)}</span>;
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

/** Options of a choice as tiles, with their hints and icons. */
export const optionTiles = <O extends string>(
  field: Omit<Field, "options"> & { readonly options?: readonly O[] },
): ChoiceTile<O>[] =>
  (field.options ?? []).map((value) => ({
    value,
    title: optionLabel(field, value),
    text: field.hints?.[value],
    ...(field.icons?.[value] && { icon: iconNamed(field.icons[value]) }),
  }));

/** Label of an option: "UPLOAD" → "Upload". Declared labels win; abbreviations stay, and states read like their tags. */
export const optionLabel = (field: Pick<Field, "as" | "labels">, option: string): string => {
  const own = field.labels?.[option];
  if (own !== undefined) return own;
  if (field.as === "status") return stateLabel(option);
  return option.length <= 4 ? option : option.charAt(0) + option.slice(1).toLowerCase().replaceAll("_", " ");
};
