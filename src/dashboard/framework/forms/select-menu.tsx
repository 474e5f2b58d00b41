import { Select } from "antd";

interface SelectMenuProps {
  readonly id?: string | undefined;
  readonly value?: string | undefined;
  readonly onChange?: ((value: string) => void) | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly placeholder: string;
  readonly allowClear: boolean;
}

/** Menus with more options than this can be searched. */
const searchedAbove = 8;

/** A menu of options. Without the form item's aria attributes: antd would set them on an element without a role too. */
const SelectMenu = ({ id, value, onChange, options, placeholder, allowClear }: SelectMenuProps) => (
  <Select
    id={id}
    // An empty text would be shown as a chosen option.
    value={value === "" && !options.some((option) => option.value === "") ? undefined : value}
    onChange={onChange}
    options={[...options]}
    placeholder={placeholder}
    allowClear={allowClear}
    showSearch={options.length > searchedAbove}
    optionFilterProp="label"
  />
);

export default SelectMenu;
