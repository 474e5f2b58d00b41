import { DatePicker } from "antd";
import english from "antd/es/date-picker/locale/en_US.js";
import dayjs from "dayjs";

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
