import { buttons } from "./entries/buttons.tsx";
import { charts } from "./entries/charts.tsx";
import { choices } from "./entries/choices.tsx";
import { dateRanges } from "./entries/date-ranges.tsx";
import { dialogs } from "./entries/dialogs.tsx";
import { fields } from "./entries/fields.tsx";
import { forms } from "./entries/forms.tsx";
import { lists } from "./entries/lists.tsx";
import { logs } from "./entries/logs.tsx";
import { notices } from "./entries/notices.tsx";
import { states } from "./entries/states.tsx";
import { table } from "./entries/table.tsx";
import { tabs } from "./entries/tabs.tsx";
import { texts } from "./entries/texts.tsx";
import { upload } from "./entries/upload.tsx";
import { usage } from "./entries/usage.tsx";
import type { GalleryEntry } from "./entry.ts";

/** Entries of the gallery, in order. tests/contract/source/gallery.test.ts reports missing components. */
export const entries: readonly GalleryEntry[] = [
  buttons,
  fields,
  forms,
  choices,
  dateRanges,
  tabs,
  table,
  lists,
  charts,
  usage,
  states,
  upload,
  dialogs,
  notices,
  texts,
  logs,
];
