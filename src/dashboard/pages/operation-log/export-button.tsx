import { exportOperations } from "../../../../resources/account/operation-calls.ts";
import { CsvButton, datedName } from "../../framework/widgets/csv-button.tsx";

/** Exports the filtered entries as a CSV file. */
export const ExportButton = ({ filters }: { readonly filters: Readonly<Record<string, string>> }) => (
  <CsvButton
    spec={exportOperations}
    // The export starts with the newest entry, regardless of the page.
    query={Object.fromEntries(Object.entries(filters).filter(([name]) => name !== "before"))}
    name={datedName("operation-log")}
    title="Filtered entries, up to 50,000"
  />
);
