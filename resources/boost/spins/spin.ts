/**
 * The wheel: possible results and the provably fair decision.
 *
 * Before a spin the server publishes a commitment, the SHA-256 of its seed. The client adds a random string (`luck`), unknown to the server
 * when it commits. Then outcome = SHA-256("seed:nodeId:number:luck") modulo the sum of all weights, and the seed is revealed with the
 * outcome, so that clients can verify both. Each seed decides one spin.
 */

export const rewardTypes = ["POINTS", "USDT", "NONE"] as const;

/** A field of the wheel. `amount`: micro-points, or millionths of a dollar. */
export interface WheelField {
  readonly rewardType: (typeof rewardTypes)[number];
  readonly amount: bigint;
  readonly weight: number;
}

/** In clockwise order. Weights are parts of 10,000: a spin yields 0.46 cents and 9.25 points on average. */
export const wheel: readonly WheelField[] = [
  { rewardType: "POINTS", amount: 5_000_000n, weight: 3500 },
  { rewardType: "USDT", amount: 10_000n, weight: 800 },
  { rewardType: "POINTS", amount: 10_000_000n, weight: 2500 },
  { rewardType: "NONE", amount: 0n, weight: 1500 },
  { rewardType: "USDT", amount: 50_000n, weight: 250 },
  { rewardType: "POINTS", amount: 25_000_000n, weight: 1200 },
  { rewardType: "USDT", amount: 500_000n, weight: 50 },
  { rewardType: "POINTS", amount: 100_000_000n, weight: 200 },
];
export const wheelWeight = 10_000;

export interface SpinLabels {
  /** 64 hexadecimal digits. */
  readonly seed: string;
  readonly nodeId: string;
  /** Number of earlier spins of the node. */
  readonly number: number;
  readonly luck: string;
}

/** The text whose SHA-256 decides. */
export const spinText = ({ seed, nodeId, number, luck }: SpinLabels): string => `${seed}:${nodeId}:${number}:${luck}`;

/** The wheel position for a SHA-256 of 64 hexadecimal digits. The bias of 2^256 modulo the weights is negligible. */
export const fieldOf = (digest: string): number => {
  let rest = Number(BigInt(`0x${digest}`) % BigInt(wheelWeight));
  return wheel.findIndex(({ weight }) => (rest -= weight) < 0);
};

/**
 * Start of the round that contains `at` (Unix seconds): rounds follow each other without gaps. If the clock goes
 * backward, the stored round stays.
 */
export const roundStart = (known: number, at: number, everySeconds: number): number =>
  at < known ? known : known + Math.floor((at - known) / everySeconds) * everySeconds;
