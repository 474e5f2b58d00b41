interface ProgressBarProps {
  readonly label: string;
  /** 0 to 1; absent while it cannot be known. */
  readonly value?: number;
}

/** How far a piece of work has got. */
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
