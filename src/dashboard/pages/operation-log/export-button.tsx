import { exportOperations } from "../../../../resources/account/operation-calls.ts";
import { useAct } from "../../framework/data/use-act.ts";
import { Button } from "../../ui/button.tsx";
import { downloadText } from "../../ui/download.ts";

/** The browser takes the file's byte order mark off; spreadsheets want it. */
const byteOrderMark = "\uFEFF";

/** Saves what the filters leave as a CSV file. */
export const ExportButton = ({ filters }: { readonly filters: Readonly<Record<string, string>> }) => {
  const { act, acting } = useAct(exportOperations, {
    onDone: (text) => downloadText(fileName(), [byteOrderMark, text.replace(byteOrderMark, "")], "text/csv"),
  });
  // The file begins with the newest entry, whatever page is shown.
  const query = Object.fromEntries(Object.entries(filters).filter(([name]) => name !== "before"));
  return (
    <Button
      icon="download"
      busy={acting}
      title="What the filters leave, 50,000 entries at most"
      onClick={() => void act({ query })}
    >
      Export CSV
    </Button>
  );
};

const fileName = (): string => `operation-log-${new Date().toISOString().slice(0, 10)}.csv`;
