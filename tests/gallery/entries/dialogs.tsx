import { useState } from "react";
import { celebrate } from "../../../src/dashboard/ui/celebration/celebration.ts";
import { Button } from "../../../src/dashboard/ui/button.tsx";
import { dialogs as open } from "../../../src/dashboard/ui/dialogs/dialogs.ts";
import { SearchDialog } from "../../../src/dashboard/ui/dialogs/search-dialog.tsx";
import { toast } from "../../../src/dashboard/ui/toast/toast.ts";
import { longText, type GalleryEntry } from "../entry.ts";

const waitMs = 1500;

const loading = (): void => {
  const close = open.loading("Loading…");
  setTimeout(close, waitMs);
};

const confirm = async (): Promise<void> => {
  const confirmed = await open.confirm({ text: "This cannot be undone.", danger: true, ok: "Delete" });
  toast(confirmed ? "Confirmed" : "Cancelled", "info");
};

const prompt = async (): Promise<void> => {
  const answer = await open.prompt({
    title: "Rename",
    fields: [
      { name: "name", label: "Name", validate: (name) => (name === "" ? "Name is required." : undefined) },
      { name: "note", label: "Note", hint: "Optional." },
    ],
  });
  if (answer) toast(`Renamed to ${answer["name"]}`);
};

const fruits = ["Apple", "Apricot", "Pear", "Plum", longText];

const Search = () => {
  const [question, setQuestion] = useState<string>();
  const found = fruits.filter((fruit) => fruit.toLowerCase().includes((question ?? "").toLowerCase()));
  return (
    <>
      <Button onClick={() => setQuestion("")}>Search</Button>
      {question !== undefined && (
        <SearchDialog
          label="Search fruits"
          field="Search fruits"
          question={question}
          onQuestion={setQuestion}
          groups={[{ title: "Fruits", items: found, isTitled: question === "" }]}
          keyOf={(fruit) => fruit}
          option={(fruit) => fruit}
          onPick={(fruit) => {
            setQuestion(undefined);
            toast(fruit, "info");
          }}
          none="No fruits found."
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
};

export const dialogs: GalleryEntry = {
  id: "dialogs",
  title: "Dialogs and toasts",
  states: [
    {
      title: "Dialogs",
      content: (
        <>
          <Button onClick={() => void open.alert({ text: "Maintenance starts at 18:00 UTC." })}>Alert</Button>
          <Button onClick={() => void confirm()}>Confirm</Button>
          <Button onClick={() => void prompt()}>Prompt</Button>
          <Button onClick={loading}>Loading</Button>
          <Search />
          <Button onClick={() => void open.alert({ title: longText, text: `${longText}. `.repeat(12) })}>Long</Button>
        </>
      ),
    },
    {
      title: "Toasts",
      content: (
        <>
          <Button onClick={() => toast("Saved")}>Success</Button>
          <Button onClick={() => toast("Not saved", "error")}>Error</Button>
          <Button onClick={() => toast(longText, "info")}>Info, long</Button>
        </>
      ),
    },
    { title: "Celebration", content: <Button onClick={() => celebrate()}>Celebrate</Button> },
  ],
};
