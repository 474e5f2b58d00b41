import { DatePicker } from "antd";
import english from "antd/es/date-picker/locale/en_US.js";
import dayjs from "dayjs";
import { customDateMinSeconds } from "../../../../resources/limits.ts";
import { AntdRoot } from "./antd-root.tsx";
import styles from "./date-range.module.css";
import type { CustomRange } from "./date-range.tsx";

interface DateTimeProps {
  readonly id?: string;
  readonly value?: number | undefined;
  readonly onChange?: (value: number | undefined) => void;
}

/** Month and year are named by what they show, rather than "Choose a month". */
const locale = { ...english, lang: { ...english.lang, monthSelect: "", yearSelect: "" } };

/** A date and time in the user's time zone, as Unix seconds. */
const DateTime = ({ id, value, onChange }: DateTimeProps) => (
  <DatePicker
    id={id}
    locale={locale}
    // A typed date counts without the button OK, which a form would submit past.
    needConfirm={false}
    showTime={{ format: "HH:mm" }}
    format="YYYY-MM-DD HH:mm"
    placeholder="YYYY-MM-DD HH:mm"
    style={{ width: "100%" }}
    value={value === undefined ? null : dayjs.unix(value)}
    onChange={(moment) => onChange?.(moment ? moment.unix() : undefined)}
  />
);

export default DateTime;

interface RangePickerProps {
  readonly value: CustomRange | undefined;
  /** Opens the calendar at once. */
  readonly isOpened: boolean;
  readonly onChange: (range: CustomRange) => void;
}

/** The day after the latest invalid one, in the user's time zone. */
const firstDay = dayjs(new Date((customDateMinSeconds + 86_400) * 1000).toISOString().slice(0, 10));

/** Days until today, outside of a form. */
export const RangePicker = ({ value, isOpened, onChange }: RangePickerProps) => (
  <AntdRoot>
    <DatePicker.RangePicker
      locale={locale}
      classNames={{ popup: { root: styles.calendar } }}
      autoFocus={isOpened}
      defaultOpen={isOpened}
      allowClear={false}
      minDate={firstDay}
      maxDate={dayjs()}
      defaultPickerValue={[dayjs().subtract(1, "month"), dayjs()]}
      value={value && [dayjs.unix(value.startSeconds), dayjs.unix(value.endSeconds)]}
      onChange={(days) => {
        const [from, to] = days ?? [];
        if (from && to) onChange({ startSeconds: from.startOf("day").unix(), endSeconds: to.endOf("day").unix() });
      }}
    />
  </AntdRoot>
);
