import { useId, type ReactNode } from "react";
import { classNames } from "../../lib/class-names.ts";
import styles from "./choice-tiles.module.css";
import { Icon } from "../icon.tsx";
import { BrandLogo } from "../page/brand-logo.tsx";
import type { IconName } from "../icons.ts";

export interface ChoiceTile<Value extends string> {
  readonly value: Value;
  readonly title: string;
  readonly text?: ReactNode;
  readonly icon?: IconName;
  /** Name of a logo, in place of an icon. */
  readonly logo?: string;
  /** Shown above the text. */
  readonly image?: ReactNode;
  /** Not selectable; `text` says why. */
  readonly disabled?: boolean;
}

interface ChoiceTilesProps<Value extends string> {
  readonly label: string;
  readonly options: readonly ChoiceTile<Value>[];
  readonly value: Value | undefined;
  readonly disabled?: boolean;
  /** Minimum width of a tile in px. */
  readonly width?: number;
  readonly onChange: (value: Value) => void;
}

/** Choice between a few options with a description or image. Supports arrow keys. */
export const ChoiceTiles = <Value extends string>({
  label,
  options,
  value,
  disabled = false,
  width = 200,
  onChange,
}: ChoiceTilesProps<Value>) => {
  const id = useId();
  return (
    <div
      className={styles.tiles}
      role="radiogroup"
      aria-label={label}
      style={{ gridTemplateColumns: `repeat(auto-fit, minmax(min(${width}px, 100%), 1fr))` }}
    >
      {options.map((option) => {
        const isChosen = option.value === value;
        const isOff = disabled || option.disabled === true;
        const textId = `${id}-${option.value}`;
        return (
          <label
            key={option.value}
            className={classNames(styles.tile, isChosen && styles.chosen, option.disabled && styles.off)}
          >
            <input
              type="radio"
              className="fh-hidden"
              name={id}
              checked={isChosen}
              disabled={isOff}
              aria-labelledby={`${textId}-title`}
              aria-describedby={option.text === undefined ? undefined : textId}
              onChange={() => onChange(option.value)}
            />
            {option.image}
            <span className={styles.words}>
              <span className={styles.title}>
                {option.icon && <Icon name={option.icon} />}
                {option.logo && <BrandLogo name={option.logo} size={20} />}
                <strong id={`${textId}-title`}>{option.title}</strong>
                {isChosen && <Icon name="check" size={16} />}
              </span>
              {option.text !== undefined && <small id={textId}>{option.text}</small>}
            </span>
          </label>
        );
      })}
    </div>
  );
};
