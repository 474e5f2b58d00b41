import type { CallInput } from "../../../../resources/declare/call-input.ts";
import type { CallSpec } from "../../../../resources/declare/define.ts";
import { Button } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download.ts";
import { useAct } from "../data/use-act.ts";

interface CsvButtonProps<C extends CallSpec> {
  /** Its reply is a CSV file. */
  readonly spec: C;
  readonly query?: CallInput<C>["query"];
  /** File name without extension. */
  readonly name: string;
  readonly title?: string;
  readonly children?: string;
}

/** Restores the byte order mark that browsers strip, for spreadsheets. */
const byteOrderMark = "\uFEFF";

/** Button that saves a call's response as a CSV file. */
export const CsvButton = <C extends CallSpec>({
  spec,
  query,
  name,
  title,
  children = "Export CSV",
}: CsvButtonProps<C>) => {
  const { act, acting } = useAct(spec, {
    onDone: (text) =>
      downloadText(`${name}.csv`, [byteOrderMark, (text as string).replace(byteOrderMark, "")], "text/csv"),
  });
  return (
    <Button
      icon="download"
      busy={acting}
      {...(title !== undefined && { title })}
      onClick={() => void act((query === undefined ? {} : { query }) as CallInput<C>)}
    >
      {children}
    </Button>
  );
};

/** "transactions-2026-11-21" */
export const datedName = (name: string): string => `${name}-${new Date().toISOString().slice(0, 10)}`;
