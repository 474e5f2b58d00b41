import { useState } from "react";
import type { MessagingUser } from "../../../../resources/account/emulator.ts";
import { classNames } from "../../lib/class-names.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { SelectField, TextField } from "../../ui/text-field.tsx";
import styles from "./emulator.module.css";
import { newUser, platforms, versions, type Setup } from "./setup.ts";

interface ControlsProps {
  readonly setup: Setup;
  readonly users: readonly MessagingUser[];
  readonly onChange: (change: Partial<Setup>) => void;
}

/** User and environment of the mini app. */
export const Controls = ({ setup, users, onChange }: ControlsProps) => {
  const [start, setStart] = useState(setup.start);
  const shown = users.some(({ id }) => id === setup.user.id) ? users : [...users, setup.user];
  return (
    <Card title="User and device">
      <div className="fh-stack">
        <div className={styles.people} role="group" aria-label="User">
          {shown.map((user) => (
            <button
              key={user.id}
              type="button"
              className={classNames(styles.person)}
              aria-pressed={user.id === setup.user.id}
              onClick={() => onChange({ user })}
            >
              {user.first_name}
              <small>{user.id}</small>
            </button>
          ))}
          <Button size="small" icon="plus" onClick={() => onChange({ user: newUser() })}>
            Add user
          </Button>
        </div>
        <form
          className={styles.start}
          onSubmit={(event) => {
            event.preventDefault();
            onChange({ start: start.trim() });
          }}
        >
          <TextField
            label="Start parameter"
            code
            value={start}
            onChange={setStart}
            maxLength={512}
            placeholder="Invite code or t-peaai"
          />
          <Button type="submit">Open</Button>
        </form>
        <div className={styles.pair}>
          <SelectField
            label="Platform"
            value={setup.platform}
            onChange={(platform) => onChange({ platform: platform as Setup["platform"] })}
            options={Object.entries(platforms).map(([value, label]) => ({ value, label }))}
          />
          <SelectField
            label="Version"
            value={setup.version}
            onChange={(version) => onChange({ version: version as Setup["version"] })}
            options={versions.map((version) => ({ value: version, label: version }))}
          />
        </div>
        <Segmented
          label="Theme"
          value={setup.theme}
          onChange={(theme) => onChange({ theme })}
          options={[
            { value: "light", label: "Light" },
            { value: "dark", label: "Dark" },
          ]}
        />
      </div>
    </Card>
  );
};
