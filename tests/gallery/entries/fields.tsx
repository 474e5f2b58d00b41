import { useState } from "react";
import { messages } from "../../../resources/declare/messages.ts";
import { Checkbox } from "../../../src/dashboard/ui/fields/checkbox.tsx";
import { MenuField } from "../../../src/dashboard/framework/forms/menu-field.tsx";
import { Form } from "../../../src/dashboard/ui/fields/form.tsx";
import { Icon } from "../../../src/dashboard/ui/icon.tsx";
import { RestoredNote } from "../../../src/dashboard/ui/states/restored-note.tsx";
import { TextArea } from "../../../src/dashboard/ui/fields/text-area.tsx";
import { SearchField } from "../../../src/dashboard/ui/fields/search-field.tsx";
import { Select } from "../../../src/dashboard/ui/fields/select.tsx";
import { Switch, TextField } from "../../../src/dashboard/ui/fields/text-field.tsx";
import { longText, type GalleryEntry } from "../entry.ts";

const nothing = () => undefined;
const plans = [
  { value: "trial", label: "Trial" },
  { value: "standard", label: "Standard" },
  { value: "long", label: longText },
];

const TextFields = () => {
  const [name, setName] = useState("");
  const [search, setSearch] = useState("");
  return (
    <Form onSubmit={nothing}>
      <TextField label="Name" value={name} onChange={setName} placeholder="blog" hint="Part of the URL." />
      <TextField label="Email" value="ada@shop" onChange={nothing} error={messages.emailInvalid} />
      <TextField label="Command" value="npm run build" onChange={nothing} code disabled />
      <SearchField label="Search" value={search} onChange={setSearch} />
    </Form>
  );
};

const Selects = () => {
  const [plan, setPlan] = useState("trial");
  const [framework, setFramework] = useState("vite");
  return (
    <>
      <MenuField label="Plan" value={plan} options={plans} onChange={setPlan} />
      <MenuField label="Plan, disabled" value={plan} options={plans} onChange={setPlan} disabled />
      <Select label="Plan, in a toolbar" value={plan} options={plans} onChange={setPlan} />
      <MenuField
        label="Framework"
        value={framework}
        onChange={setFramework}
        options={["astro", "next", "svelte", "vite"].map((value) => ({ value, label: value, note: "framework" }))}
      />
      <MenuField label="Plan, with a long name" value="long" options={pictured} onChange={nothing} />
      <MenuField label="No options" value="" options={[]} onChange={nothing} placeholder="None" disabled />
    </>
  );
};

const pictured = plans.map((plan) => ({ ...plan, image: <Icon name="check" /> }));

const Toggles = () => {
  const [on, setOn] = useState(true);
  return (
    <>
      <Switch label="Rebuild on push" hint="Takes effect immediately." checked={on} onChange={setOn} />
      <Switch label="Unavailable" checked={false} onChange={nothing} disabled />
      <Checkbox label="Hosting" hint="Projects, domains, tokens" checked={on} onChange={setOn} />
      <Checkbox label={longText} checked={false} onChange={nothing} disabled />
      <Checkbox label="Granted by the owner" checked onChange={nothing} disabled />
    </>
  );
};

export const fields: GalleryEntry = {
  id: "fields",
  title: "Fields",
  states: [
    { title: "Text fields: empty, error, disabled", content: <TextFields /> },
    {
      title: "Text areas",
      content: (
        <>
          <TextArea label="Description" value="" onChange={nothing} placeholder="What happened?" rows={3} />
          <TextArea label="Refused" value={longText} onChange={nothing} error={messages.fieldRequired} rows={3} />
          <RestoredNote onDiscard={nothing} />
        </>
      ),
    },
    { title: "Choices", content: <Selects /> },
    { title: "Switch, checkbox", content: <Toggles /> },
  ],
};
