import { exportOperations } from "../../../../resources/account/operation-calls.ts";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";

/** Saves what the filters leave as a CSV file. */
export const ExportButton = ({ filters }: { readonly filters: Readonly<Record<string, string>> }) => (
  <CsvButton
    spec={exportOperations}
    // The file begins with the newest entry, whatever page is shown.
    query={Object.fromEntries(Object.entries(filters).filter(([name]) => name !== "before"))}
    name={datedName("operation-log")}
    title="What the filters leave, 50,000 entries at most"
  />
);
