import { Link } from "react-router";
import { inSentence } from "../../../../resources/declare/define.ts";
import type { Field } from "../../../../resources/declare/fields.ts";
import { fill } from "../../../../resources/declare/href.ts";
import { formatUsd, type Amount } from "../../../../resources/money.ts";
import { parseCoins } from "../../lib/format/coins.ts";
import { countOf } from "../../lib/format/count.ts";
import { formatDuration } from "../../lib/format/duration.ts";
import { formatPoints, formatPointsExactly } from "../../lib/format/points.ts";
import { shortenHash } from "../../lib/format/shorten.ts";
import { textOf } from "../../lib/text-of.ts";
import { CopyText } from "../../ui/panels/copy-text.tsx";
import { Money } from "../../ui/panels/money.tsx";

interface SpecialCellProps {
  readonly field: Field;
  /** Never empty. */
  readonly value: unknown;
  readonly row: Readonly<Record<string, unknown>> | undefined;
}

/** Cells of the words that the first lists don't have. */
const SpecialCell = ({ field, value, row = {} }: SpecialCellProps) => {
  const text = typeof value === "bigint" ? String(value) : textOf(value);
  switch (field.as) {
    case "land":
      return field.none !== undefined && BigInt(value as Amount) === 0n ? field.none : <Money land={value as Amount} />;
    case "decimal":
      return <Decimal text={text} unit={field.unit} />;
    case "points":
      return <span title={formatPointsExactly(text)}>{formatPoints(text)}</span>;
    case "duration":
      return formatDuration(value as number);
    case "lifetime":
      return countOf(value as number, "day");
    case "hash":
      return <CopyText text={text} shown={shortenHash(text)} label={inSentence(field.label)} />;
    case "id":
      return <CopyText text={text} label={inSentence(field.label)} />;
    case "ref": {
      const page = field.to?.page;
      return page === undefined ? text : <Link to={fill(page, row)}>{text}</Link>;
    }
    case "secret":
      return <span className="fh-mono">••••••••</span>;
    default:
      return text;
  }
};

const Decimal = ({ text, unit }: { readonly text: string; readonly unit: string | undefined }) => {
  if (unit === "LAND") return <Money land={parseCoins(text) ?? 0n} />;
  if (unit === "USD") return formatUsd(parseCoins(text) ?? 0n);
  return [text.replace(/^\d+/, (whole) => whole.replaceAll(/\B(?=(\d{3})+$)/g, ",")), unit].filter(Boolean).join(" ");
};

export default SpecialCell;
