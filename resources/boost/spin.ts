/**
 * The wheel: what may come out of a spin, and how it is decided so that people can check it.
 *
 * Before a spin the server shows the commitment, SHA-256 of its seed. The one who spins adds a word of their own (`luck`), which the server
 * cannot know when it commits. Then
 *   outcome = SHA-256("seed:nodeId:number:luck") modulo the sum of all weights,
 * and the seed is told with the outcome: whoever has kept the commitment can count both again. A seed decides one spin only.
 */

export const rewardTypes = ["POINTS", "USDT", "NONE"] as const;

/** A field of the wheel. `amount`: micro-points, or millionths of a dollar. */
export interface WheelField {
  readonly rewardType: (typeof rewardTypes)[number];
  readonly amount: bigint;
  readonly weight: number;
}

/** In the order in which they lie on the wheel, clockwise. The weights are parts of 10,000: a spin brings 4.6 cents and 11 points on average. */
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

export interface SpinWords {
  /** 64 hexadecimal digits. */
  readonly seed: string;
  readonly nodeId: string;
  /** How many spins the node has done before. */
  readonly number: number;
  readonly luck: string;
}

/** The text whose SHA-256 decides. */
export const spinText = ({ seed, nodeId, number, luck }: SpinWords): string => `${seed}:${nodeId}:${number}:${luck}`;

/** The place on the wheel for a SHA-256 of 64 hexadecimal digits. 2^256 is so much more than the weights that none is favoured. */
export const fieldOf = (digest: string): number => {
  let rest = Number(BigInt(`0x${digest}`) % BigInt(wheelWeight));
  return wheel.findIndex(({ weight }) => (rest -= weight) < 0);
};

/**
 * When the round began in which `at` (Unix seconds) lies: rounds follow each other without gaps from the first one on. A clock that goes back
 * stays in the round that is known.
 */
export const roundStart = (known: number, at: number, everySeconds: number): number =>
  at < known ? known : known + Math.floor((at - known) / everySeconds) * everySeconds;
