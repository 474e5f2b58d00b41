import { operationFamilies } from "../../../../resources/account/operation-families.ts";
import { operationUsers } from "../../../../resources/account/operation-calls.ts";
import { useCall } from "../../framework/data/use-call.ts";
import { DelayedSearch } from "../../framework/pages/list-filters.tsx";
import { DateRangeSelector, type DateRange } from "../../framework/forms/date-range.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import styles from "./operation-log.module.css";
import { allTimes } from "./use-log-state.ts";
import { nameOf } from "./labels.ts";

interface FiltersProps {
  readonly filters: Readonly<Record<string, string>>;
  readonly range: DateRange;
  readonly onFilter: (name: string, value: string) => void;
  readonly onRange: (range: DateRange) => void;
}

const roles = [
  { value: "ALL", label: "All" },
  { value: "OWNER", label: "Owner" },
  { value: "MEMBER", label: "Member" },
] as const;

const ranges = [
  { value: allTimes, label: "All time" },
  { value: "1d", label: "Past day" },
  { value: "30d", label: "Past 30 days" },
] as const;

/** Filters by role, time, target, user and product area. */
export const Filters = ({ filters, range, onFilter, onRange }: FiltersProps) => {
  const { role = "ALL", userId = "", family = "", keyword = "" } = filters;
  const { data } = useCall(operationUsers);
  const users = data?.items ?? [];
  const isListed = userId === "" || users.some((user) => user.userId === userId);
  return (
    <>
      <div className={styles.first}>
        <Segmented
          label="Role"
          options={roles}
          value={role as (typeof roles)[number]["value"]}
          onChange={(value) => onFilter("role", value === "ALL" ? "" : value)}
        />
        <DateRangeSelector label="Time" presets={ranges} value={range} onChange={onRange} />
      </div>
      <div className="fh-filters" role="search">
        <DelayedSearch label="Search by name" value={keyword} onChange={(value) => onFilter("keyword", value)} />
        <label>
          <span className="fh-hidden">User</span>
          <select className="fh-select" value={userId} onChange={(event) => onFilter("userId", event.target.value)}>
            <option value="">Any user</option>
            {!isListed && <option value={userId}>Unknown user</option>}
            {users.map((user) => (
              <option key={user.userId} value={user.userId}>
                {nameOf({ ...user, via: "SESSION" })}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="fh-hidden">Product area</span>
          <select className="fh-select" value={family} onChange={(event) => onFilter("family", event.target.value)}>
            <option value="">Any action</option>
            {Object.entries(operationFamilies).map(([code, label]) => (
              <option key={code} value={code}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </>
  );
};
