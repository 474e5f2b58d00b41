import { useMemo } from "react";
import type { CallSpec, Resource } from "../../../../resources/declare/define.ts";
import type { Field, RefTarget } from "../../../../resources/declare/fields.ts";
import { pageSizeMax } from "../../../../resources/limits.ts";
import * as z from "zod/mini";
import { shortenAddress } from "../../lib/format/shorten.ts";
import { textOf } from "../../lib/text-of.ts";
import { useCall } from "../data/use-call.ts";
import { DateRangeSelector, type DateRange } from "../forms/date-range.tsx";
import { DelayedSearch, FilterMenu } from "./filter-fields.tsx";

interface MoreFiltersProps {
  readonly list: NonNullable<Resource["list"]>;
  readonly filters: Readonly<Record<string, string>>;
  readonly onFilters: (values: Readonly<Record<string, string>>) => void;
}

/** The filters that the first lists don't have: further parameters, records that a call lists, and time. */
const MoreFilters = ({ list, filters, onFilters }: MoreFiltersProps) => (
  <>
    {Object.entries(list.filterBy ?? {}).map(([name, field]) => {
      const props = { field, value: filters[name] ?? "", onChange: (value: string) => onFilters({ [name]: value }) };
      if (field.as === "ref") return <RefMenu key={name} {...props} />;
      if (field.options) return <FilterMenu key={name} {...props} />;
      return <DelayedSearch key={name} label={field.label} {...props} />;
    })}
    {list.range && (
      <DateRangeSelector
        label="Time"
        value={rangeIn(filters)}
        onChange={(range) => onFilters(rangeParameters(range))}
        onClear={() => onFilters(rangeParameters(undefined))}
      />
    )}
  </>
);

export default MoreFilters;

interface RefMenuProps {
  readonly field: Field;
  /** "" for any record. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A choice among the records that a call lists. One from the URL stays selected even if the call no longer lists it. */
const RefMenu = ({ field, value, onChange }: RefMenuProps) => {
  const { call, items = "items", key = "id", name = ["name"] }: RefTarget = field.to ?? {};
  const spec = useMemo((): CallSpec => ({ call: call!, summary: "", can: "person", reply: z.unknown() }), [call]);
  const { data } = useCall(spec, { query: { size: pageSizeMax } as never });
  const listed = (items === "" ? data : (data as Readonly<Record<string, unknown>> | undefined)?.[items]) as
    | readonly Readonly<Record<string, unknown>>[]
    | undefined;
  const options = (listed ?? []).map((record) => ({
    value: textOf(record[key]),
    label: shortened(textOf(name.map((part) => record[part]).find(Boolean))),
  }));
  const isListed = value === "" || options.some((option) => option.value === value);
  return (
    <FilterMenu
      field={field}
      value={value}
      onChange={onChange}
      options={isListed ? options : [{ value, label: listed ? value : "…" }, ...options]}
    />
  );
};

/** Wallet addresses are too long for a menu. */
const shortened = (text: string): string => (/^0x[0-9a-f]{40}$/i.test(text) ? shortenAddress(text) : text);

const rangeParameters = (range: DateRange | undefined): Readonly<Record<string, string>> => {
  const none = { range: "", startAt: "", endAt: "" };
  if (typeof range !== "object") return { ...none, range: range ?? "" };
  return { ...none, startAt: String(range.startSeconds), endAt: String(range.endSeconds) };
};

const rangeIn = ({ range, startAt, endAt }: Readonly<Record<string, string>>): DateRange | undefined => {
  if (range) return range;
  if (startAt && endAt) return { startSeconds: Number(startAt), endSeconds: Number(endAt) };
  return undefined;
};
