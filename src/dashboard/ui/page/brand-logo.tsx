interface BrandLogoProps {
  /** Name of a file in public/logos. */
  readonly name: string;
  readonly size?: number;
}

/** Logo of a chain or wallet, beside its name. */
export const BrandLogo = ({ name, size = 24 }: BrandLogoProps) => (
  <img src={`/logos/${name}.svg`} alt="" width={size} height={size} style={{ flex: "none" }} />
);
