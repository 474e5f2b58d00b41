import { useState } from "react";
import { DateRangeSelector, type DateRange } from "../../../src/dashboard/framework/forms/date-range.tsx";
import type { GalleryEntry } from "../entry.ts";

const Range = ({ initial }: { readonly initial: DateRange }) => {
  const [value, setValue] = useState(initial);
  return <DateRangeSelector label="Time" value={value} onChange={setValue} />;
};

export const dateRanges: GalleryEntry = {
  id: "date-ranges",
  title: "Date range",
  states: [
    { title: "Preset ranges", content: <Range initial="7d" /> },
    { title: "Custom time", content: <Range initial={{ startSeconds: 1_767_225_600, endSeconds: 1_769_903_999 }} /> },
  ],
};
