interface AvatarProps {
  /** An ID: the same one always results in the same image. */
  readonly seed: string;
  /** URL of an image; "" draws one from the seed. */
  readonly image?: string;
  /** Edge in px. */
  readonly size?: number;
}

/** Round avatar of a user or team; generated from the ID if there is no image. */
export const Avatar = ({ seed, image, size = 30 }: AvatarProps) =>
  image ? (
    <img className="fh-avatar" src={image} width={size} height={size} alt="" />
  ) : (
    <svg className="fh-avatar" width={size} height={size} viewBox="-1.5 -1.5 11 11" aria-hidden="true">
      <path d="M-2-2h12v12H-2z" fill="var(--fh-accent-soft)" />
      <path d={fieldsOf(seed)} fill="var(--fh-accent)" />
    </svg>
  );

/** Returns the filled cells of a mirrored 4 × 8 half-grid, by the seed's hash (FNV-1a). */
const fieldsOf = (seed: string): string => {
  let hash = 0x811c9dc5;
  for (const character of seed) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  let path = "";
  for (let cell = 0; cell < 32; cell += 1) {
    if (((hash >>> cell) & 1) === 0) continue;
    const x = cell % 4;
    const y = Math.floor(cell / 4);
    path += `M${x} ${y}h1v1h-1zM${7 - x} ${y}h1v1h-1z`;
  }
  return path;
};
