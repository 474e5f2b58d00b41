import { useState } from "react";
import { claimPresets } from "../../../resources/chains/limits.ts";
import { AmountChoice } from "../../../src/dashboard/ui/fields/amount-choice.tsx";
import { ChoiceTiles } from "../../../src/dashboard/ui/fields/choice-tiles.tsx";
import { Segmented } from "../../../src/dashboard/ui/fields/segmented.tsx";
import type { GalleryEntry } from "../entry.ts";

const roles = [
  { value: "all", label: "All" },
  { value: "owner", label: "Owner" },
  { value: "member", label: "Member" },
] as const;
const months = Array.from({ length: 12 }, (_, index) => ({ value: String(index), label: `Month ${index + 1}` }));

const Segments = () => {
  const [value, setValue] = useState<"all" | "owner" | "member">("all");
  const [month, setMonth] = useState("0");
  return (
    <>
      <Segmented label="Role" options={roles} value={value} onChange={setValue} />
      <Segmented
        label="Role, partly disabled"
        options={roles.map((option) => ({ ...option, disabled: option.value === "member" }))}
        value={value}
        onChange={setValue}
      />
      <Segmented label="Role, disabled" options={roles} value="owner" onChange={setValue} disabled />
      <Segmented label="Month" options={months} value={month} onChange={setMonth} />
    </>
  );
};

const Platforms = () => {
  const [value, setValue] = useState<string>("IPFS");
  return (
    <ChoiceTiles
      label="Platform"
      value={value}
      onChange={setValue}
      options={[
        { value: "IPFS", title: "IPFS", text: "Content-addressed storage.", icon: "cube" },
        { value: "AR", title: "Arweave", text: "One payment, permanent storage.", icon: "archive" },
        {
          value: "IC",
          title: "Internet Computer",
          text: "Unavailable. Ask your administrator.",
          icon: "globe",
          disabled: true,
        },
      ]}
    />
  );
};

const Amounts = () => {
  const [preset, setPreset] = useState<number | undefined>(5);
  const [custom, setCustom] = useState("");
  return (
    <AmountChoice
      presets={claimPresets}
      preset={preset}
      custom={custom}
      onPreset={setPreset}
      onCustom={(input) => {
        setPreset(undefined);
        setCustom(input);
      }}
    />
  );
};

export const choices: GalleryEntry = {
  id: "choices",
  title: "Choices",
  states: [
    { title: "Segmented: enabled, partly disabled, disabled, scrolling", content: <Segments /> },
    { title: "Amount of LAND", content: <Amounts /> },
    { title: "Tiles", content: <Platforms /> },
  ],
};
