import { useState } from "react";
import { formatLandDollars, formatLandExactly, oneLand } from "../../lib/format/land.ts";
import { TextField } from "../../ui/text-field.tsx";

interface LandFieldProps {
  readonly label: string;
  /** LAND×1e18; "" while empty. */
  readonly land: string;
  readonly onChange: (land: string) => void;
  readonly disabled?: boolean;
  readonly error?: string;
  readonly placeholder?: string;
}

/** Upper limit of an amount. */
const digitsMax = 15;

/** A field for whole LAND, with its value in dollars. */
export const LandField = ({ label, land, onChange, disabled, error, placeholder }: LandFieldProps) => {
  const [kept, setKept] = useState({ land, digits: digitsOf(land) });
  // Changed externally: discarded, or saved elsewhere.
  const digits = kept.land === land ? kept.digits : digitsOf(land);
  const type = (input: string) => {
    const next = input.replace(/\D/g, "").slice(0, digitsMax);
    const amount = next === "" ? "" : (BigInt(next) * oneLand).toString();
    setKept({ land: amount, digits: next });
    onChange(amount);
  };
  return (
    <TextField
      label={label}
      inputMode="numeric"
      autoComplete="off"
      value={digits}
      onChange={type}
      disabled={disabled ?? false}
      {...(error && { error })}
      {...(placeholder && { placeholder })}
      {...(land !== "" && { hint: `${formatLandExactly(land)} LAND is ${formatLandDollars(land)}.` })}
    />
  );
};

const digitsOf = (land: string): string => (land === "" ? "" : (BigInt(land) / oneLand).toString());
