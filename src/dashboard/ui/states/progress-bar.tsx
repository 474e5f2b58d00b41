interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; absent while unknown. */
  readonly value?: number;
}

/** Shows an operation's progress. Ours: antd's weighs 5 to 55 kB (decision 43). */
export const ProgressBar = ({ label, value }: ProgressBarProps) => (
  <div
    className="fh-progress"
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={value === undefined ? undefined : Math.round(value * 100)}
  >
    <span
      className={value === undefined ? "is-unknown" : undefined}
      style={value === undefined ? undefined : { transform: `scaleX(${value})` }}
    />
  </div>
);
