import { Select } from "antd";
import type { ReactNode } from "react";
import { AntdRoot } from "./antd-root.tsx";

export interface MenuOption {
  readonly value: string;
  readonly label: string;
  /** Before the label. */
  readonly image?: ReactNode;
  /** Secondary text beside the label; also searched. */
  readonly note?: string;
  /** A badge for the option: "Detected". */
  readonly mark?: string;
}

interface SelectMenuProps {
  readonly id?: string | undefined;
  readonly value?: string | undefined;
  readonly onChange?: ((value: string) => void) | undefined;
  readonly options: readonly MenuOption[];
  readonly placeholder?: string | undefined;
  readonly allowClear?: boolean;
  readonly disabled?: boolean | undefined;
}

/** Menus with more options than this can be searched. */
const searchedAbove = 8;

/** A menu of options. Without the form item's aria attributes: antd would set them on an element without a role too. */
const SelectMenu = ({ id, value, onChange, options, placeholder, allowClear, disabled }: SelectMenuProps) => (
  <Select<string, MenuOption>
    id={id}
    placeholder={placeholder}
    allowClear={allowClear}
    disabled={disabled}
    // An empty text would be shown as a chosen option.
    value={value === "" && !options.some((option) => option.value === "") ? undefined : value}
    onChange={onChange}
    options={[...options]}
    showSearch={options.length > searchedAbove}
    filterOption={(query, option) => textOf(option).includes(query.trim().toLowerCase())}
    notFoundContent="No results"
    labelRender={({ value: chosen, label }) => {
      const image = options.find((option) => option.value === chosen)?.image;
      return image ? (
        <span className="fh-menu-option">
          {image}
          <span>{label}</span>
        </span>
      ) : (
        label
      );
    }}
    optionRender={({ data }) => (
      <span className="fh-menu-option">
        {data.image}
        <span>{data.label}</span>
        {data.mark && <em>{data.mark}</em>}
        {data.note && <small>{data.note}</small>}
      </span>
    )}
  />
);

export default SelectMenu;

/** A menu outside of a form. */
export const LoneMenu = (props: SelectMenuProps) => (
  <AntdRoot>
    <SelectMenu {...props} />
  </AntdRoot>
);

const textOf = (option: MenuOption | undefined): string => `${option?.label} ${option?.note ?? ""}`.toLowerCase();
